// The views, one a game.
import type { View } from "../layout";
import { columns } from "./columns";
import { commander } from "./commander";
import { fourx } from "./fourx";
import { kommando } from "./kommando";
import { universal } from "./universal";

export const views: Record<string, View> = { commander, columns, kommando, fourx, universal };

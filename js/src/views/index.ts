// The views, one a game.
import type { GameView } from "../board/layout";
import { columns } from "./columns/index";
import { commander } from "./commander/index";
import { fourx } from "./fourx/index";
import { kommando } from "./kommando/index";
import { universal } from "./universal/index";

export const views: Record<string, GameView> = { commander, columns, kommando, fourx, universal };

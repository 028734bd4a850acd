// The views, one a game.
import type { View } from "../layout";
import { kommando } from "./kommando";

export const views: Record<string, View> = { kommando };

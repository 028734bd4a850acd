// The views, one a game, and the plain drawing of games that have none.
// Written by tests/generate.py from the folders beside this file.
import type { GameView } from "../board/layout";
import { columns } from "./columns/index";
import { commander } from "./commander/index";
import { fourx } from "./fourx/index";
import { kommando } from "./kommando/index";
import { universal } from "./universal/index";

export { plain } from "./plain/index";

export const views: Record<string, GameView> = { commander, columns, kommando, fourx, universal };

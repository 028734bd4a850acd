// What kernel and browser send one another.
// Written by tests/generate.py from the types of the Python package: change those and generate it anew.
// They stand in dump.py, tables of the games, messages.py, exchange.py.
export type * from "./dumps";
export type * from "./table";
export type * from "./screens";
export type * from "./requests";

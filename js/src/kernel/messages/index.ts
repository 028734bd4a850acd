// What kernel and browser send one another.
// Written by tests/generate.py from the types of the Python package: change those and generate it anew.
// The types stand in model/dump.py, protocol/*_messages.py and protocol/requests.py.
export type * from "./dumps";
export type * from "./table";
export type * from "./replays";
export type * from "./lobby";
export type * from "./lessons";
export type * from "./classes";
export type * from "./tournaments";
export type * from "./requests";

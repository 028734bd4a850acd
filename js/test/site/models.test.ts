import { expect, test, vi } from "vitest";
import { Models } from "../../site/models";

const NAME = "m1";

function opened() {
  const sent: unknown[] = [];
  const models = new Models((message) => sent.push(message));
  models.hear({ comm: NAME, type: "comm_open", data: { state: { ply: 0, seat: null } } });
  return { models, sent };
}

test("a model that is asked for before Python tells of it comes when it does", async () => {
  const models = new Models(() => undefined);
  const coming = models.get_model(NAME);
  models.hear({ comm: NAME, type: "comm_open", data: { state: { ply: 3 } } });
  expect((await coming).get("ply")).toBe(3);
  expect(await models.get_model(NAME)).toBe(await coming);
});

test("all values of a message are there before the first change is told, and only what differs is told", async () => {
  const { models } = opened();
  const model = await models.get_model(NAME);
  const seen = vi.fn(() => [model.get("ply"), model.get("round")]);
  model.on("change:ply", seen);
  model.on("change:seat", seen);
  models.hear({ comm: NAME, type: "comm_msg", data: { method: "update", state: { ply: 1, round: 2, seat: null } } });
  expect(seen.mock.results.map(({ value }) => value as unknown)).toEqual([[1, 2]]);
});

test("what the page sets is sent once, together, when it is saved", async () => {
  const { models, sent } = opened();
  const model = await models.get_model(NAME);
  model.set("seat", 1);
  model.set("ply", 0);
  model.save_changes();
  model.save_changes();
  model.send({ kind: "hello" });
  expect(sent).toEqual([
    { comm: NAME, data: { method: "update", state: { seat: 1 } } },
    { comm: NAME, data: { method: "custom", content: { kind: "hello" } } },
  ]);
});

test("replies go to those who listen, until they do not any more, and a closed model is gone", async () => {
  const { models } = opened();
  const model = await models.get_model(NAME);
  const heard = vi.fn();
  const say = (kind: string) => {
    models.hear({ comm: NAME, type: "comm_msg", data: { method: "custom", content: { kind } } });
  };
  model.on("msg:custom", heard);
  say("done");
  model.off("msg:custom", heard);
  say("refused");
  expect(heard.mock.calls).toEqual([[{ kind: "done" }, []]]);
  const closed = vi.fn();
  model.on("comm:close", closed);
  models.hear({ comm: NAME, type: "comm_close", data: {} });
  say("done");
  expect(closed).toHaveBeenCalledOnce();
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { activeLeaf } from "../../src/tree/active-leaf.ts";
import { labelsOf } from "../../src/tree/labels.ts";
import { commonAncestor, pathTo } from "../../src/tree/path.ts";
import { Tree } from "../../src/tree/tree.ts";
import { head, type HeadSpec } from "../support/heads.ts";

const treeOf = (...specs: HeadSpec[]) => new Tree(specs.map(head), { headerId: "header" });

const shape = (tree: Tree) =>
  tree.nodes.map(
    (node) => `${node.head.id}<${node.parent?.head.id ?? "-"}${node.gap === undefined ? "" : `:${node.gap}`}`,
  );

const pathIds = (tree: Tree, id: string, bridge = true) =>
  pathTo(tree.node(id)!, bridge).map((node) => node.head.id);

describe("linking", () => {
  test.each<[string, HeadSpec[], string[]]>([
    [
      "a chain",
      [
        ["a", null],
        ["b", "a"],
      ],
      ["a<-", "b<a"],
    ],
    ["the header as parent", [["a", "header"]], ["a<-"]],
    [
      "a child before its parent",
      [
        ["b", "a"],
        ["a", null],
      ],
      ["b<a", "a<-"],
    ],
    [
      "a missing parent",
      [
        ["a", null],
        ["b", "gone"],
      ],
      ["a<-", "b<-:missing"],
    ],
    ["a self-parent", [["a", "a"]], ["a<-:cycle"]],
    [
      "a cycle: the first in the file loses its parent",
      [
        ["a", "c"],
        ["b", "a"],
        ["c", "b"],
      ],
      ["a<-:cycle", "b<a", "c<b"],
    ],
    [
      "a tail that leads into a cycle",
      [
        ["t", "b"],
        ["a", "b"],
        ["b", "a"],
      ],
      ["t<b", "a<-:cycle", "b<a"],
    ],
    [
      "an annotation as parent",
      [
        ["a", null],
        ["l", "a", "label"],
        ["b", "l"],
      ],
      ["a<-", "b<a"],
    ],
    [
      "annotations in a cycle",
      [
        ["l", "m", "label"],
        ["m", "l", "label"],
        ["b", "l"],
      ],
      ["b<-:missing"],
    ],
    [
      "an annotation with a lost parent",
      [
        ["a", null],
        ["l", "gone", "label"],
        ["b", "l"],
      ],
      ["a<-", "b<-:missing"],
    ],
  ])("%s", (_what, specs, expected) => {
    expect(shape(treeOf(...specs))).toEqual(expected);
  });

  test("in a fork the first node is a root whatever its parent", () => {
    const tree = new Tree([head(["b", "a"]), head(["c", "b"])], { firstIsRoot: true });
    expect(shape(tree)).toEqual(["b<-", "c<b"]);
  });

  test("children keep the order of the file", () => {
    const tree = treeOf(["a", null], ["late", "a"], ["early", "a"]);
    expect(tree.node("a")!.children.map((node) => node.head.id)).toEqual(["late", "early"]);
  });
});

describe("paths", () => {
  test("bridge a gap with the node before it in the file", () => {
    const tree = treeOf(["a", null], ["b", "a"], ["d", "lost"], ["e", "d"]);
    expect(pathIds(tree, "e")).toEqual(["a", "b", "d", "e"]);
    expect(pathIds(tree, "e", false)).toEqual(["d", "e"]);
  });

  test("never bridge to a descendant", () => {
    const tree = treeOf(["r", null], ["child", "x"], ["x", "lost"]);
    expect(pathIds(tree, "child")).toEqual(["r", "x", "child"]);
  });

  test("the common ancestor of two branches", () => {
    const tree = treeOf(["a", null], ["b", "a"], ["c", "b"], ["d", "b"], ["other", null]);
    expect(commonAncestor(tree.node("c")!, tree.node("d")!)?.head.id).toBe("b");
    expect(commonAncestor(tree.node("c")!, tree.node("other")!)).toBeNull();
  });
});

describe("the active leaf", () => {
  test.each<[string, HeadSpec[], string | null]>([
    ["is null in an empty log", [], null],
    [
      "is the last node",
      [
        ["a", null],
        ["b", "a"],
      ],
      "b",
    ],
    [
      "is not an annotation",
      [
        ["a", null],
        ["l", "a", "label"],
      ],
      "a",
    ],
    [
      "moves with a leaf entry",
      [
        ["a", null],
        ["b", "a"],
        ["l", "b", "leaf", { targetId: "a" }],
      ],
      "a",
    ],
    [
      "moves before the first entry",
      [
        ["a", null],
        ["l", "a", "leaf", { targetId: null }],
      ],
      null,
    ],
    [
      "ignores a leaf entry without target",
      [
        ["a", null],
        ["l", "a", "leaf", { targetId: "gone" }],
      ],
      "a",
    ],
    [
      "goes on from where it was moved",
      [
        ["a", null],
        ["b", "a"],
        ["l", "b", "leaf", { targetId: "a" }],
        ["c", "a"],
      ],
      "c",
    ],
    [
      "leaves a late tool result aside",
      [
        ["a", null],
        ["b", "a"],
        ["r", "a", "message", { role: "toolResult" }],
      ],
      "b",
    ],
    [
      "takes a tool result on time",
      [
        ["a", null],
        ["r", "a", "message", { role: "toolResult" }],
      ],
      "r",
    ],
  ])("%s", (_what, specs, expected) => {
    expect(activeLeaf(treeOf(...specs))?.head.id ?? null).toBe(expected);
  });

  test("is the last entry, or the node above it, where the dialect says so", () => {
    const tree = treeOf(["a", null], ["b", "a"], ["l", "a", "label"]);
    expect(activeLeaf(tree, "last")?.head.id).toBe("a");
  });
});

test("the last label of a target counts, and null clears it", () => {
  const heads = [
    head(["1", null, "label", { targetId: "a", label: "one" }]),
    head(["2", null, "label", { targetId: "b", label: "gone" }]),
    head(["3", null, "label", { targetId: "a", label: "two" }]),
    head(["4", null, "label", { targetId: "b", label: null }]),
  ];
  expect([...labelsOf(heads)]).toEqual([["a", "two"]]);
});

const specs = fc.array(
  fc.record({
    id: fc.nat(30),
    parent: fc.option(fc.nat(30)),
    type: fc.constantFrom("message", "message", "message", "label", "leaf"),
  }),
  { maxLength: 40 },
);

/** Entries as a log gives them: each id once. */
const uniqueHeads = specs.map((list) => {
  const seen = new Set<number>();
  return list
    .filter(({ id }) => !seen.has(id) && seen.add(id) !== undefined)
    .map(({ id, parent, type }) => head([String(id), parent === null ? null : String(parent), type]));
});

describe("whatever the log", () => {
  test("every path ends at a root, without meeting a node twice", () => {
    fc.assert(
      fc.property(uniqueHeads, (heads) => {
        const tree = new Tree(heads);
        for (const node of tree.nodes) {
          const path = pathTo(node);
          expect(new Set(path).size).toBe(path.length);
          expect(path.at(-1)).toBe(node);
        }
      }),
    );
  });

  test("every node is the child of its parent, or a root", () => {
    fc.assert(
      fc.property(uniqueHeads, (heads) => {
        const tree = new Tree(heads);
        const children = tree.nodes.flatMap((node) => node.children);
        expect(children.length + tree.roots().length).toBe(tree.nodes.length);
        for (const node of tree.nodes) for (const child of node.children) expect(child.parent).toBe(node);
      }),
    );
  });

  test("growing entry by entry gives the same tree as linking it whole", () => {
    fc.assert(
      fc.property(uniqueHeads, (heads) => {
        const growing: typeof heads = [];
        const grown = new Tree(growing);
        for (const next of heads) {
          growing.push(next);
          grown.update();
        }
        const whole = new Tree(heads);
        const view = (tree: Tree) =>
          tree.nodes.map(({ head: { id }, parent, gap, bridge }) => [
            id,
            parent?.head.id,
            gap,
            bridge?.head.id,
          ]);
        expect(view(grown)).toEqual(view(whole));
        expect(activeLeaf(grown)?.head.id).toBe(activeLeaf(whole)?.head.id);
      }),
    );
  });
});

test("a chain of 1,000,000 entries links and walks", () => {
  const heads = Array.from({ length: 1_000_000 }, (_, index) =>
    head([`e${index}`, index === 0 ? null : `e${index - 1}`]),
  );
  const tree = new Tree(heads);
  expect(pathTo(tree.node("e999999")!)).toHaveLength(1_000_000);
  expect(activeLeaf(tree)?.head.id).toBe("e999999");
});

test("a chain of 200,000 entries written backwards links", () => {
  const heads = Array.from({ length: 200_000 }, (_, index) =>
    head([`e${index}`, index === 199_999 ? "lost" : `e${index + 1}`]),
  );
  expect(pathTo(new Tree(heads).node("e0")!)).toHaveLength(200_000);
});

import { isJsonObject } from "../format/json.ts";
import { fieldOf } from "./located.ts";
import type { Report } from "./report.ts";

/** What a value has to look like; says in the report how it does not. */
export type Shape = (value: unknown, at: string, report: Report) => void;

export const anything: Shape = () => {};

export const string: Shape = ofType("string");
export const boolean: Shape = ofType("boolean");
export const number: Shape = ofType("number");

/** A `Uint8Array`, as the AWS SDK takes it. */
export const bytes: Shape = (value, at, report) => {
  if (!(value instanceof Uint8Array)) report.error("wrong-type", at, "bytes are a Uint8Array here");
};

/** An object with whatever fields, under a rule of its own: APIs answer otherwise where they want a struct. */
export function struct(rule: string): Shape {
  return (value, at, report) => {
    if (!isJsonObject(value)) report.error(rule, at, `an object is needed here, not ${nameOf(value)}`);
  };
}

export function oneOf(...values: readonly unknown[]): Shape {
  return (value, at, report) => {
    if (!values.includes(value)) report.error("bad-value", at, `one of ${values.join(", ")} is needed here`);
  };
}

export function orNull(shape: Shape): Shape {
  return (value, at, report) => {
    if (value !== null) shape(value, at, report);
  };
}

export function stringOr(shape: Shape): Shape {
  return (value, at, report) => {
    if (typeof value !== "string") shape(value, at, report);
  };
}

export function listOf(item: Shape): Shape {
  return (value, at, report) => {
    if (!Array.isArray(value)) {
      report.error("wrong-type", at, `a list is needed here, not ${nameOf(value)}`);
      return;
    }
    for (const [index, each] of value.entries()) item(each, `${at}[${index}]`, report);
  };
}

/** An object with these fields and no others. A field that is undefined is not sent, so it is not there. */
export function fields(
  required: Readonly<Record<string, Shape>>,
  optional: Readonly<Record<string, Shape>> = {},
): Shape {
  const known = new Map([...Object.entries(required), ...Object.entries(optional)]);
  return (value, at, report) => {
    if (!isJsonObject(value)) {
      report.error("wrong-type", at, `an object is needed here, not ${nameOf(value)}`);
      return;
    }
    for (const key of Object.keys(required))
      if (value[key] === undefined) report.error("missing-field", at, `the field ${key} is missing`);
    for (const [key, field] of Object.entries(value)) {
      if (field === undefined) continue;
      const shape = known.get(key);
      if (shape !== undefined) shape(field, fieldOf(at, key), report);
      else report.error("unknown-field", fieldOf(at, key), `the API defines no field ${key} here`);
    }
  };
}

/** An object whose field `tag` says which shape it has; `absent` is the one that needs no tag. */
export function variants(
  tag: string,
  shapes: Readonly<Record<string, Shape>>,
  rule = "unknown-type",
  absent?: string,
): Shape {
  const known = new Map(Object.entries(shapes));
  return (value, at, report) => {
    if (!isJsonObject(value)) {
      report.error("wrong-type", at, `an object is needed here, not ${nameOf(value)}`);
      return;
    }
    const kind = value[tag] ?? absent;
    const shape = typeof kind === "string" ? known.get(kind) : undefined;
    if (shape !== undefined) shape(value, at, report);
    else report.error(rule, at, `the API knows no such ${tag} here: ${nameOf(kind)}`);
  };
}

function ofType(type: "string" | "boolean" | "number"): Shape {
  return (value, at, report) => {
    if (typeof value !== type)
      report.error("wrong-type", at, `a ${type} is needed here, not ${nameOf(value)}`);
  };
}

function nameOf(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "string") return JSON.stringify(value.slice(0, 40));
  return Array.isArray(value) ? "a list" : typeof value;
}

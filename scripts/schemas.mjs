// Writes the JSON Schema of the log format from the built core: `pnpm schemas`. A test fails while it is not current.
import { writeFileSync } from "node:fs";
import { lineJsonSchema } from "../packages/core/dist/format/json-schema.js";

const file = new URL("../packages/core/schemas/session-tree-v2.json", import.meta.url);
writeFileSync(file, `${JSON.stringify(lineJsonSchema(), null, 2)}\n`);

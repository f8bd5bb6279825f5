// A process of its own, for tests: `node search-worker.mjs <folder>` searches while others do, and tells each log that it has read.
import { catchUp } from "../../src/search/catch-up.ts";
import { SearchFolder } from "./search-folder.ts";

const folder = new SearchFolder(process.argv[2]);
const index = await folder.open();
const told = folder.searched(() => process.stdout.write("\n"));
if (index !== undefined) await catchUp(index, told, 100);
const found = await folder.find("timer", index, 1000);
process.stdout.write(JSON.stringify(found.map(({ entryId }) => entryId)));
index?.close();

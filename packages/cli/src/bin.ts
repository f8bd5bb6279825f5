#!/usr/bin/env node
import { runProcess } from "./context.ts";
import { main } from "./main.ts";

await runProcess(main);

#!/usr/bin/env node
import * as nodeModule from "node:module";
import { runProcess } from "./context.ts";
import { main } from "./main.ts";

// Node 22 has it: the next start finds the compiled code.
(nodeModule as { enableCompileCache?: () => unknown }).enableCompileCache?.();

void runProcess(main);

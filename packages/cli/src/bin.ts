#!/usr/bin/env node
import { Module } from "node:module";
import { runProcess } from "./context.ts";
import { main } from "./main.ts";

// Node 22 has it: the next start finds the compiled code. Only to look for it takes Node 20 a millisecond.
if (Number.parseInt(process.versions.node, 10) >= 22)
  (Module as { enableCompileCache?: () => unknown }).enableCompileCache?.();

void runProcess(main);

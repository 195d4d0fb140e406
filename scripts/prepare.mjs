// npm runs this when somebody installs from a clone or from git, and before it packs: builds dist/, with types.
import { existsSync } from 'node:fs';
import { build, install } from './steps.mjs';

// For `npm install -g .`, npm links the folder and installs nothing in it.
if (!['esbuild', 'typescript'].every((name) => existsSync(`node_modules/${name}`))) install();
build();

import { configureGlobal } from 'fast-check';

// Properties try the same examples in each run, so that a red one has to do with the change; FUZZ_SEED draws others.
configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 1) });

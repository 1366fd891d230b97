import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const PRODUCT = 47_104;
const LEAST = 8;

const derive = crypto.argon2;

// A hash of a password takes a twentieth of a second of a core, and tests make more than a thousand. With the product's
// parameters Node derives in the least memory instead, both when a hash is made and when it is verified. What is asked
// of Node stays the same. Tests about the hashes themselves, their queue or attempts that race set FULL_HASHES.
const cheapArgon2: typeof derive = (algorithm, parameters, callback) => {
  const isCheap = parameters.memory === PRODUCT && !process.env.FULL_HASHES;
  derive(algorithm, isCheap ? { ...parameters, memory: LEAST } : parameters, callback);
};

// Each test file of a worker runs this again.
if (derive.name !== cheapArgon2.name) {
  crypto.argon2 = cheapArgon2;
  syncBuiltinESMExports();
}

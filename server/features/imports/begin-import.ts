import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createSecret } from '../../platform/sessions/secrets.ts'
import { dryRunImport } from './dry-run.ts'
import type { ImportContext } from './import-job.ts'
import type { ImportKindDefinition } from './import-kind.ts'
import { insertImport } from './store.ts'

/**
 * Creates an import of a file. Returns its id and a promise of the dry run. The dry run continues
 * in the background, and the state of the import shows its result.
 */
export async function beginImport(
  work: ImportContext,
  one: {
    readonly kind: ImportKindDefinition
    readonly file: string
    readonly bytes: Uint8Array
    /** The chosen worksheet; '' if none was chosen. */
    readonly sheet?: string
    /** The staff member; null for the command line. */
    readonly by: string | null
  },
): Promise<{ id: string; run: () => Promise<void> }> {
  const id = createSecret().slice(0, 22)
  await insertImport(work.db, {
    id,
    kind: one.kind.name,
    file: one.file,
    sha256: await sha256Of(one.bytes),
    bytes: one.bytes.byteLength,
    by: one.by,
    now: work.clock.now(),
  })
  return {
    id,
    run: () => dryRunImport(work, { id, kind: one.kind, bytes: one.bytes, sheet: one.sheet ?? '' }),
  }
}

// The file is hashed in slices, because hashing the largest file at once would block other requests
// for too long.
async function sha256Of(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256')
  for (let at = 0; at < bytes.byteLength; at += SLICE) {
    hash.update(bytes.subarray(at, at + SLICE))
    await nextTurn()
  }
  return hash.digest('hex')
}
const SLICE = 2 ** 20

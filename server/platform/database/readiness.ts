import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from './database.ts'
import { migrationList } from './migration-list.ts'

const READY_MS = 5000

/** Is the database there, and has every migration run? One that does not say so in time is not. */
export async function isReady(db: Db): Promise<boolean> {
  const asked = db
    .selectFrom('migration')
    .select((e) => e.fn.countAll().as('ready'))
    .executeTakeFirstOrThrow()
    .then(
      ({ ready }) => Number(ready) >= migrationList.length,
      () => false,
    )
  return Promise.race([asked, pause(READY_MS, false, { ref: false })])
}

import { seedDemo } from './demo/seed.ts'
import { isPassKeyLost, PASS_KEY_LOST_MESSAGE } from './features/checkin/public.ts'
import { insertDefaultQuestions } from './features/evaluation/public.ts'
import { insertDefaultEntries } from './features/home/public.ts'
import { insertDefaultSteps } from './features/onboarding-steps/public.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/database/database.ts'
import type { Db } from './platform/database/db.ts'
import { migrate } from './platform/database/migrations/migrations.ts'
import { seedEnglishNames } from './platform/database/queries/english-defaults.ts'
import type { Settings } from './platform/settings/settings.ts'

/**
 * Makes a database ready to serve: creates its tables, the default data of a school and, if
 * enabled, the demo campus. Returns warnings about the database's rows for the operator.
 */
export async function prepareDatabase({
  connectionString,
  database,
  clock,
  settings,
}: {
  connectionString: string
  database: Database
  clock: Clock
  settings: Pick<Settings, 'demo' | 'demoStudents'>
}): Promise<string[]> {
  const sentences = await migrate(connectionString)
  await seedDefaults(database.db)
  if (settings.demo) await seedDemo(database.db, { crowd: settings.demoStudents, now: clock.now() })
  return (await isPassKeyLost(database.db)) ? [...sentences, PASS_KEY_LOST_MESSAGE] : sentences
}

/** Inserts the default steps, tiles, questions and English names into a database without them. */
export async function seedDefaults(db: Db): Promise<void> {
  await insertDefaultSteps(db)
  await insertDefaultEntries(db)
  await insertDefaultQuestions(db)
  await seedEnglishNames(db)
}

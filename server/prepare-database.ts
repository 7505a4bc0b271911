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
 * Make a database ready to serve: its tables, the defaults of a school, and, where it is on, the
 * demo campus. Answers what somebody should hear of its rows.
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

/** Give a database that has none of them the steps, tiles, questions and English names of a school. */
export async function seedDefaults(db: Db): Promise<void> {
  await insertDefaultSteps(db)
  await insertDefaultEntries(db)
  await insertDefaultQuestions(db)
  await seedEnglishNames(db)
}

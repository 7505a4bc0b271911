import { seedDemo } from './demo/seed.ts'
import { isKeyLost, KEY_LOST } from './features/checkin/face.ts'
import { fillQuestions } from './features/evaluation/face.ts'
import { fillApplications } from './features/home/face.ts'
import { fillSteps } from './features/steps/face.ts'
import type { Clock } from './platform/clock.ts'
import type { Database, Db } from './platform/database/database.ts'
import { fillEnglish } from './platform/database/english-defaults.ts'
import { migrate } from './platform/database/migrations.ts'
import type { Settings } from './platform/settings/settings.ts'

/**
 * Make a database ready to serve: its tables, the defaults of a school, and, where it is on, the
 * demo campus. Answers what somebody should hear of its rows.
 */
export async function prepare({
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
  await fillDefaults(database.db)
  if (settings.demo) await seedDemo(database.db, { crowd: settings.demoStudents, now: clock.now() })
  return (await isKeyLost(database.db)) ? [...sentences, KEY_LOST] : sentences
}

/** Give a database that has none of them the steps, tiles, questions and English names of a school. */
export async function fillDefaults(db: Db): Promise<void> {
  await fillSteps(db)
  await fillApplications(db)
  await fillQuestions(db)
  await fillEnglish(db)
}

import type { privacy } from '#contract/privacy'
import { privacyTexts } from '#i18n/privacy'
import type { Language } from '#i18n/translate'
import type { Db } from '../../platform/database/db.ts'
import type { StudentRow } from '../../platform/database/schema/schema.ts'
import { studentHandler, succeed, type Handlers } from '../../platform/http/handler.ts'
import { findOwnFieldValues } from '../student-fields/public.ts'
import { PERSONAL_DATA_TABLES } from './personal-data-tables.ts'
import { countPersonalRecords, readPersonalRecords } from './store.ts'

/** The handlers with which students read the data that the university stores about them. */
export const privacyHandlers: Handlers<typeof privacy> = {
  mine: studentHandler(async ({ db, student, language, tools }) => {
    const counts = await countPersonalRecords(db, PERSONAL_DATA_TABLES, student.code)
    return succeed({
      groups: PERSONAL_DATA_TABLES.flatMap(({ title, retention }, at) => {
        const records = counts[at] ?? 0
        const days = retention === undefined ? 0 : tools.settings.retention[retention]
        return records > 0 ? [{ title: title[language], records, days }] : []
      }),
      fields: await findOwnFieldValues(db, student.code, language),
    })
  }),

  data: async ({ caller, db, language, now }) =>
    caller.role === 'student'
      ? {
          type: 'made',
          name: `${privacyTexts.file[language]}-${caller.student.number ?? caller.student.exam_number ?? ''}.json`,
          contentType: 'application/json',
          chunks: asJson(db, caller.student, language, now),
        }
      : { type: 'forbidden' },
}

// The file is generated table by table, so that at most one table is in memory.
async function* asJson(
  db: Db,
  { code }: StudentRow,
  language: Language,
  now: Date,
): AsyncGenerator<Uint8Array> {
  const bytes = (text: string) => new TextEncoder().encode(text)
  yield bytes(`{\n"at": ${JSON.stringify(now.toISOString())}`)
  for (const one of PERSONAL_DATA_TABLES) {
    const rows = await readPersonalRecords(db, one, code)
    if (rows.length > 0)
      yield bytes(`,\n${JSON.stringify(one.title[language])}: ${JSON.stringify(rows, null, 1)}`)
  }
  yield bytes('\n}\n')
}

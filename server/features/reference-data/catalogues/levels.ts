import type { CodecValue } from '#contract/codec'
import type { LevelValues } from '#contract/reference-data'
import { SKIPPED_STEP_SEPARATOR, STUDENT_KINDS } from '#contract/student-levels'
import { commonTexts } from '#i18n/common'
import { referenceDataTexts } from '#i18n/reference-data'
import { type LocalizedText, fillTemplateText } from '#i18n/translate'
import type { Db } from '../../../platform/database/db.ts'
import { countRows } from '../../../platform/database/queries/count-rows.ts'
import {
  createLevelCodes,
  findLevelWithName,
  listLevelNames,
  splitLevelAliases,
} from '../../student-levels/public.ts'
import type { ReferenceCatalogue } from '../catalogue.ts'
import { loadEnglishNames } from '../english-names.ts'
import { formatFlag } from '../field-texts.ts'

/** The catalogue of levels. The code of a new level is its first name, and stays. */
export const levelCatalogue: ReferenceCatalogue<CodecValue<typeof LevelValues>> = {
  noun: 'levels',
  identity: ({ name }) => [name],
  english: [['name', 'nameEn']],

  find: async (db) => {
    const rows = await db
      .selectFrom('student_level')
      .selectAll()
      .orderBy('position')
      .orderBy('code')
      .execute()
    const english = await loadEnglishNames(db, rows, 'name')
    return rows.map((row) => ({
      id: row.code,
      values: {
        order: String(row.position),
        name: row.name,
        nameEn: english(row.name),
        aliases: row.aliases,
        studentKind: row.kind,
        livesInDorm: formatFlag(row.lives_in_dorm),
        skippedSteps: row.skipped_pages.join(SKIPPED_STEP_SEPARATOR),
      },
      withdrawn: row.withdrawn_at !== null,
    }))
  },

  write: async (db, { values, before }) => {
    const kind = STUDENT_KINDS.find((one) => one === values.studentKind)
    if (kind === undefined) return commonTexts.badField
    const other = findLevelWithName(
      (await listLevelNames(db)).filter(({ code }) => code !== before?.id),
      [values.name, ...splitLevelAliases(values.aliases)],
    )
    if (other !== undefined) {
      const [name = ''] = other.names
      return fillTemplateText(referenceDataTexts.levelNamed, name)
    }
    const code = before?.id ?? (await createLevelCodes(db, [values.name]))[0] ?? values.name
    const row = {
      name: values.name,
      aliases: splitLevelAliases(values.aliases).join('、'),
      kind,
      lives_in_dorm: values.livesInDorm === '1',
      skipped_pages: values.skippedSteps
        .split(SKIPPED_STEP_SEPARATOR)
        .filter((page) => page !== ''),
      position: Number(values.order),
      withdrawn_at: null,
    }
    await db
      .insertInto('student_level')
      .values({ ...row, code })
      .onConflict((conflict) => conflict.column('code').doUpdateSet(row))
      .execute()
    return code
  },

  withdraw: async (db, { id }, now) => {
    const students = await countRows(
      db.selectFrom('student').where('enrolment', '=', id).where('withdrawn_at', 'is', null),
    )
    if (students > 0) return fillTemplateText(referenceDataTexts.levelHeld, students)
    await db
      .updateTable('student_level')
      .set({ withdrawn_at: now })
      .where('code', '=', id)
      .execute()
    return undefined
  },
}

/** The refusal of a level that is not on offer; undefined if it is. '' is every level. */
export async function explainUnknownLevel(
  db: Db,
  code: string,
): Promise<LocalizedText | undefined> {
  const isKnown = code === '' || (await listLevelNames(db)).some((level) => level.code === code)
  return isKnown ? undefined : referenceDataTexts.unknownLevel
}

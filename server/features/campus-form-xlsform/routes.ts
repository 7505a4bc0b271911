import { itemsOf } from '#contract/campus-form-definition'
import type { campusFormXlsform } from '#contract/campus-form-xlsform'
import { campusFormXlsformTexts, xlsformProblemTexts } from '#i18n/campus-form-xlsform'
import { createConcurrencyLimit } from '../../platform/concurrency.ts'
import {
  type Handlers,
  refuse,
  staffDownloadHandler,
  staffHandler,
  succeed,
} from '../../platform/http/handler.ts'
import { findPublishedVersion } from '../campus-forms/public.ts'
import { UnreadableFileError } from '../imports/public.ts'
import { recordAuditEntry } from '../office/public.ts'
import { readXlsform } from './read-form.ts'
import { findDraftDefinition } from './store.ts'
import { writeXlsform } from './write-form.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

// A file is in memory while it is read.
const oneByOne = createConcurrencyLimit({ atOnce: 1, waiting: 3 })

/** The handlers of forms as XLSForm files. */
export const campusFormXlsformHandlers: Handlers<typeof campusFormXlsform> = {
  read: staffHandler(async ({ input, language }) => {
    try {
      const { definition, findings } = await oneByOne(() => readXlsform(input.bytes, input.name))
      return succeed({
        form: {
          definition,
          findings: findings.map(({ sheet, line, column, cell, problem, part }) => ({
            sheet,
            line,
            column,
            cell,
            says: xlsformProblemTexts[problem][language](part),
          })),
        },
      })
    } catch (error) {
      if (error instanceof UnreadableFileError) return refuse(error.says)
      throw error
    }
  }),

  write: staffDownloadHandler(async ({ input: { form, version }, db, language, now, staff }) => {
    const definition =
      version === 0
        ? await findDraftDefinition(db, form)
        : (await findPublishedVersion(db, form, version))?.definition
    if (definition === undefined) return refuse(campusFormXlsformTexts.unknownForm)
    await recordAuditEntry(db, {
      staff: staff.code,
      action: 'forms.xlsform',
      about: `campusForm:${form}`,
      details: { version, items: itemsOf(definition.items).length },
      now,
    })
    const file = await writeXlsform(definition, { form, version })
    const title = definition.title[language] || definition.title.zh || definition.title.en
    return {
      type: 'made',
      name: `${title.replaceAll(/[\p{C}/\\:*?"<>|]/gu, ' ').slice(0, 80)}.xlsx`,
      contentType: XLSX,
      chunks: once(file),
    }
  }),
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

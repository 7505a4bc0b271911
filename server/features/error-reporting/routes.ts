import type { errorReporting } from '#contract/error-reporting'
import { succeed, type Handlers } from '../../platform/http/handler.ts'
import { findErrorReports, saveErrorReport } from './store.ts'

const PAGE = 50

/**
 * The handlers of phones' error reports. The server neither determines nor stores who sent a
 * report.
 */
export const errorReportHandlers: Handlers<typeof errorReporting> = {
  report: async ({ input, db, now, address, tools }) => {
    const seconds = await tools.limits.errorReports.consume(address)
    if (seconds !== undefined) return { type: 'too-many', seconds }
    await saveErrorReport(db, input, now)
    return succeed({})
  },

  list: async ({ input, db }) => {
    const before = /^\d{1,18}$/.test(input.after) ? input.after : undefined
    // Separators in a code are ignored, because people read it out and type it in many ways.
    const digits = input.code.replaceAll(/\D/g, '')
    const code = input.code === '' ? '' : `${digits.slice(0, 3)}-${digits.slice(3)}`
    const rows = await findErrorReports(db, { code, before, most: PAGE })
    return succeed({
      troubles: rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
      next: rows.length < PAGE ? '' : (rows.at(-1)?.id ?? ''),
    })
  },
}

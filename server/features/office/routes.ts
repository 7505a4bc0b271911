import type { CallInput } from '#contract/call'
import type { office } from '#contract/office'
import { ROLES } from '#contract/roles'
import { auditSubjectTexts, auditActionTexts } from '#i18n/audit-actions'
import { formatLogChange } from '#i18n/audit-changes'
import { auditLogTexts } from '#i18n/audit-log'
import { officeTexts } from '#i18n/office'
import { toChinaMinute, startOfDay } from '../../platform/clock.ts'
import {
  type HandlerRequest,
  staffHandler,
  succeed,
  type Handlers,
} from '../../platform/http/handler.ts'
import { findMissingSignInStep, listActiveCallerRoles } from '../../platform/http/permissions.ts'
import {
  selectAuditLogRows,
  findAuditLog,
  type AuditLogFilter,
  type AuditLogCursor,
} from './audit-log.ts'
import { createExportHandler } from './export-handler.ts'
import { listLogChanges } from './list-changes.ts'

const PAGE = 50

/** The handlers of the office itself: its staff and audit log. */
export const officeHandlers: Handlers<typeof office> = {
  me: staffHandler(async ({ staff, caller, tools }) => {
    const parts = listActiveCallerRoles(caller, tools.settings)
    return succeed({
      me: {
        code: staff.code,
        name: staff.name,
        department: staff.department,
        roles: ROLES.filter((role) => parts.includes(role)),
        lacks: findMissingSignInStep(caller, tools.settings) ?? '',
      },
    })
  }),

  log: async ({ input, db, language }) => {
    const rows = await findAuditLog(db, filterOf(input), {
      after: parseCursor(input.after),
      most: PAGE,
    })
    const last = rows.length < PAGE ? undefined : rows.at(-1)
    return succeed({
      entries: rows.map(({ at, about, details, ...row }) => ({
        ...row,
        at: at.toISOString(),
        about: about ?? '',
        changes: listLogChanges({ action: row.action, language }, details),
      })),
      next: last === undefined ? '' : `${last.at.getTime()}.${last.id}`,
    })
  },

  exportLog: createExportHandler({
    title: auditLogTexts.title,
    action: 'exports.log',
    columns: [
      { title: auditLogTexts.at, cell: ({ at }) => toChinaMinute(at) },
      { title: auditLogTexts.who, cell: ({ name, by }) => `${name} ${by}`.trim() },
      {
        title: auditLogTexts.action,
        cell: ({ action }, language) => auditActionTexts[language](action),
      },
      {
        title: auditLogTexts.on,
        cell: ({ about, named }, language) => auditSubjectTexts[language](about ?? '', named),
      },
      {
        title: auditLogTexts.changes,
        cell: ({ action, details }, language) =>
          listLogChanges({ action, language }, details)
            .map((change) => formatLogChange(action, change, language))
            .join('；'),
      },
      { title: officeTexts.reason, cell: ({ reason }) => reason },
    ],
    rows: ({ db, input }: HandlerRequest<CallInput<typeof office.exportLog>>) =>
      selectAuditLogRows(db, filterOf(input)),
  }),
}

const filterOf = ({
  find,
  by = '',
  kind = '',
  from = '',
  to = '',
}: Omit<CallInput<typeof office.log>, 'after'>): AuditLogFilter => ({
  find,
  by,
  kind,
  since: from === '' ? undefined : startOfDay(from),
  until: to === '' ? undefined : startOfDay(to, 1),
})

function parseCursor(text: string): AuditLogCursor | undefined {
  const [, at, id] = /^(\d{1,15})\.(\d{1,18})$/.exec(text) ?? []
  return id === undefined ? undefined : { at: new Date(Number(at)), id }
}

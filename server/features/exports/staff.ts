import { sql } from 'kysely'
import type { CallInput } from '#contract/call'
import type { exports } from '#contract/exports'
import { ROLES, type StaffRole } from '#contract/roles'
import { exportTexts } from '#i18n/exports'
import { roleTexts, staffAccountsTexts } from '#i18n/staff-accounts'
import type { HandlerRequest } from '../../platform/http/handler.ts'
import { findRolesByJobTitle } from '../../platform/http/permissions.ts'
import { createExportHandler } from '../office/public.ts'
import { formatMinuteOrNull, formatYesNo } from './student-columns.ts'

interface StaffCells {
  readonly key: string
  readonly name: string
  readonly department: string
  readonly post: string
  readonly phone: string | null
  readonly given: StaffRole[]
  readonly buildings: string[]
  readonly classes: string[]
  readonly has_factor: boolean
  readonly closed_at: Date | null
}

/** The export of the staff accounts; only the department filters them. */
export const staffExport = createExportHandler({
  title: exportTexts.staff,
  action: 'exports.staff',
  columns: async ({ tools }: HandlerRequest<CallInput<typeof exports.staff>>) => [
    { title: staffAccountsTexts.workNumber, cell: ({ key }: StaffCells) => key },
    { title: staffAccountsTexts.name, cell: ({ name }) => name },
    { title: staffAccountsTexts.department, cell: ({ department }) => department },
    { title: staffAccountsTexts.post, cell: ({ post }) => post },
    { title: staffAccountsTexts.phone, cell: ({ phone }) => phone },
    {
      title: staffAccountsTexts.roles,
      cell: ({ given, post }, language) => {
        const roles = [...given, ...findRolesByJobTitle(post, tools.settings.postKeywords)]
        return ROLES.filter((role) => roles.includes(role))
          .map((role) => roleTexts[role][language])
          .join('、')
      },
    },
    { title: staffAccountsTexts.buildings, cell: ({ buildings }) => buildings.join('、') },
    { title: staffAccountsTexts.classes, cell: ({ classes }) => classes.join('、') },
    {
      title: staffAccountsTexts.factorTitle,
      cell: ({ has_factor }, language) => formatYesNo(has_factor, language),
    },
    { title: exportTexts.closedAt, cell: ({ closed_at }) => formatMinuteOrNull(closed_at) },
  ],
  rows: ({ db, input }) =>
    db
      .selectFrom('staff')
      .where((e) =>
        e('code', 'not in', e.selectFrom('service_account').select('service_account.code')),
      )
      .$if(input.department !== '', (query) => query.where('department', '=', input.department))
      .select(['code as key', 'name', 'department', 'post', 'phone', 'closed_at'])
      .select([
        sql<
          StaffRole[]
        >`array(select role from staff_role where staff_code = staff.code order by role)`.as(
          'given',
        ),
        sql<string[]>`array(select building from staff_building where staff_code = staff.code
          order by building)`.as('buildings'),
        sql<string[]>`array(select class_name from staff_class where staff_code = staff.code
          order by class_name)`.as('classes'),
        sql<boolean>`exists(select from staff_factor where staff_code = staff.code
          and sealed is not null)`.as('has_factor'),
      ]),
})

import { expect, test } from 'vitest'
import type { AnyEntry } from '#contract/call'
import { contract } from '#contract/index'
import { isList } from '#contract/permissions'
import { ROLES } from '#contract/roles'

/** Who may call what in the office, written down a second time by hand. */
const TABLE: Readonly<Record<string, string>> = {
  '/api/manage/phones/holding': 'administrator admissions',
  '/api/manage/applications/history': 'review-teacher',
  '/api/manage/inbox/answer': 'administrator admissions dorm-office',
  '/api/manage/inbox/assign': 'administrator admissions',
  '/api/manage/inbox/colleagues': 'administrator admissions',
  '/api/manage/inbox/find': 'administrator admissions dorm-office',
  '/api/manage/inbox/list': 'administrator admissions dorm-office',
  '/api/manage/arrivals/choices': ROLES.join(' '),
  '/api/manage/arrivals/devices': 'administrator admissions dorm-office',
  '/api/manage/arrivals/list': 'administrator admissions dorm-office dorm-supervisor',
  '/api/manage/arrivals/overview': 'administrator admissions dorm-office dorm-supervisor',
  '/api/manage/arrivals/phones': 'administrator admissions dorm-office dorm-supervisor',
  '/api/manage/exports/arrivals': 'administrator admissions dorm-office dorm-supervisor',
  '/api/manage/exports/notArrived': 'administrator admissions dorm-office dorm-supervisor',
  '/api/manage/imports/apply': 'administrator admissions finance dorm-office',
  '/api/manage/imports/kinds': 'administrator admissions finance dorm-office',
  '/api/manage/imports/list': 'administrator admissions finance dorm-office',
  '/api/manage/imports/one': 'administrator admissions finance dorm-office',
  '/api/manage/imports/refusals': 'administrator admissions finance dorm-office',
  '/api/manage/imports/rows': 'administrator admissions finance dorm-office',
  '/api/manage/imports/take-back': 'administrator admissions finance dorm-office',
  '/api/manage/imports/template': 'administrator admissions finance dorm-office',
  '/api/manage/imports/upload': 'administrator admissions finance dorm-office',
  '/api/manage/factor/begin': 'administrator finance',
  '/api/manage/factor/confirm': 'administrator finance',
  '/api/manage/factor/prove': 'administrator finance',
  '/api/manage/factor/remove': 'administrator finance',
  '/api/manage/factor/state': 'administrator finance',
  '/api/manage/staff/buildings': 'administrator',
  '/api/manage/staff/change': 'administrator',
  '/api/manage/staff/close': 'administrator',
  '/api/manage/staff/create': 'administrator',
  '/api/manage/staff/endSignIns': 'administrator',
  '/api/manage/staff/giveBuildings': 'administrator',
  '/api/manage/staff/giveRoles': 'administrator',
  '/api/manage/staff/list': 'administrator',
  '/api/manage/staff/one': 'administrator',
  '/api/manage/staff/open': 'administrator',
  '/api/manage/staff/resetFactor': 'administrator',
  '/api/manage/staff/resetPassword': 'administrator',
  '/api/manage/log': 'administrator',
  '/api/manage/noticeboard/find': 'administrator admissions',
  '/api/manage/noticeboard/list': 'administrator admissions',
  '/api/manage/noticeboard/save': 'administrator admissions',
  '/api/manage/noticeboard/withdraw': 'administrator admissions',
  '/api/manage/me': ROLES.join(' '),
  '/api/manage/transferdesk/decide': 'administrator admissions',
  '/api/manage/transferdesk/find': 'administrator admissions',
  '/api/manage/transferdesk/list': 'administrator admissions',
  '/api/manage/students/admit': 'administrator admissions',
  '/api/manage/students/arrive': 'administrator admissions dorm-office dorm-supervisor',
  '/api/manage/students/assignRoom': 'administrator dorm-office',
  '/api/manage/students/clearRoom': 'administrator dorm-office',
  '/api/manage/students/deliver': 'administrator admissions',
  '/api/manage/students/look': 'administrator admissions',
  '/api/manage/students/open': ROLES.join(' '),
  '/api/manage/students/openForm': 'administrator admissions',
  '/api/manage/students/readmit': 'administrator admissions',
  '/api/manage/students/reopen': 'administrator admissions',
  '/api/manage/students/reveal': 'administrator admissions dorm-office',
  '/api/manage/students/saveForm': 'administrator admissions',
  '/api/manage/students/search': ROLES.join(' '),
  '/api/manage/students/unbind': 'administrator admissions',
  '/api/manage/students/unlock': 'administrator admissions',
  '/api/manage/students/withdraw': 'administrator admissions',
}

test('the office gives every role what this table says, and nothing else', () => {
  const said = Object.values(contract).flatMap((calls) =>
    Object.values<AnyEntry>(calls).flatMap(({ path, who }) =>
      isList(who) ? [[path, [...who].toSorted().join(' ')]] : [],
    ),
  )
  const table = Object.entries(TABLE).map(([path, who]) => [
    path,
    who.split(' ').toSorted().join(' '),
  ])
  expect(said.toSorted()).toEqual(table.toSorted())
})

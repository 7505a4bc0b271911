import { expect, test } from 'vitest'
import type { AnyEntry } from '#contract/call'
import { contract } from '#contract/index'
import { isList } from '#contract/permissions'
import { ROLES } from '#contract/roles'

/** Who may call what in the office, written down a second time by hand. */
const TABLE: Readonly<Record<string, string>> = {
  '/api/manage/inbox/answer': 'administrator admissions dorm-office',
  '/api/manage/inbox/assign': 'administrator admissions',
  '/api/manage/inbox/colleagues': 'administrator admissions',
  '/api/manage/inbox/find': 'administrator admissions dorm-office',
  '/api/manage/inbox/list': 'administrator admissions dorm-office',
  '/api/manage/arrivals/choices': ROLES.join(' '),
  '/api/manage/exports/arrivals': 'administrator admissions dorm-office dorm-supervisor',
  '/api/manage/exports/notArrived': 'administrator admissions dorm-office dorm-supervisor',
  '/api/manage/log': 'administrator',
  '/api/manage/noticeboard/find': 'administrator admissions',
  '/api/manage/noticeboard/list': 'administrator admissions',
  '/api/manage/noticeboard/save': 'administrator admissions',
  '/api/manage/noticeboard/withdraw': 'administrator admissions',
  '/api/manage/me': ROLES.join(' '),
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

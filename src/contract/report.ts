import { read } from './call.ts'
import { key, list, maybeKey, record, text, type Value } from './codec.ts'
import { money } from './fields.ts'
import { codeZero } from './rules.ts'

const Sheet = record({
  name: key('name', text()),
  department: key('deptName', text()),
  className: key('className', text()),
  email: key('email', text()),
  phone: key('phone', text()),
  payments: key(
    'tuitionWay',
    list(record({ way: key('tuitionWay', text()), fees: key('tuitionFees', money) })),
  ),
  /** Of the whole fee year: what is paid, set off and owed. These and the rest: our backend's own. */
  paid: maybeKey('paidFees', money),
  offset: maybeKey('offsetFees', money),
  owed: maybeKey('owedFees', money),
  /** Where the student lives; absent without a bed. */
  building: maybeKey('dormName', text()),
  room: maybeKey('dormno', text()),
  bed: maybeKey('bedID', text()),
  /** What a scanner takes from paper (D-30); absent where it takes the pass of a phone alone. */
  code: maybeKey('stuCode', text()),
})
/** The report sheet (RPT-09); fees in fen. */
export type Sheet = Value<typeof Sheet>

/** The report sheet. */
export const report = {
  sheet: read({
    path: '/reportBill/QueryStuMessage',
    who: 'student',
    offline: 'live',
    input: record({
      idCard: key('idCard', text()),
      year: key('years', text()),
      payType: key('payType', text()),
    }),
    output: record({ sheet: key('data', Sheet) }),
    rule: codeZero,
  }),
}

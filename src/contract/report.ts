import { read } from './call.ts'
import { key, list, record, text, type Value } from './codec.ts'
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

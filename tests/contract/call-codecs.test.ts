import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  apiPathSegments,
  backendPathSegments,
  isAppAddress,
  isFileAddress,
} from '#contract/addresses'
import { type AnyCall, defineInquiry, defineQueuedWrite, defineRead } from '#contract/call'
import { CAMPUS_FORM } from '#contract/campus-form-submission'
import { type Codec, recordCodec } from '#contract/codec'
import { allCalls, allDownloads, allFileCalls, queuedForms, allUploads } from '#contract/index'
import { isRoleList } from '#contract/permissions'
import { hasExistenceCheck } from '#contract/queued-form'
import { acceptIfCodeZero } from '#contract/rules'
import { formatLogChange } from '#i18n/audit-changes'
import { findFormTitle } from '#i18n/form-titles'
import { FORMS_OF_FIRST_DAY } from '../support/backend/four-forms.ts'
import { manualArbitraries } from '../support/properties/manual-arbitraries.ts'
import { arbitraryOf } from '../support/properties/schema-arbitrary.ts'

/**
 * Every address of the requirements, spelled as in D-01 to D-04, and the parameters that a scanner
 * adds.
 */
const ADDRESSES = `
/Livings/addReserve /Livings/findReserve /Livings/livingCost /Livings/updateReserve
/api/NewReports/addNewReports /api/NewReports/addStatus /api/NewReports/findFamily /api/NewReports/findInformation
/api/NewReports/updateNewReports
/api/TravelInformation/addBusInformation /api/TravelInformation/findBusInformation
/api/TravelInformation/peerRecommendations /api/TravelInformation/updateBusInformation
/api/advice/insert
/api/binding/bindOpenId /api/binding/checkStuRegStatus /api/binding/cleanOpenId /api/binding/findstu /api/binding/kfSendMsg
/api/changeMajor/delete /api/changeMajor/findDetail /api/changeMajor/findStuInfo /api/changeMajor/insert
/api/dormitoryType/QueryDormitoryType /api/dormitoryType/insert /api/dormitoryType/queryTime /api/dormitoryType/stuDormitoryType
/api/evaluation/findList /api/evaluation/findDetail /api/evaluation/save
/api/exportOne
/api/fees/checkCurrentChargeInfoNew /api/fees/getCurrentChargeInfo /api/fees/open
/api/greenChannelAudit/findStuLoanAudit /api/greenChannelAudit/findStuReduceAudit /api/greenChannelAudit/selectJdlkMsg
/api/greenChannelAudit/selectLoanMsg /api/greenChannelAudit/updateStatus
/api/greenchannel/delete /api/greenchannel/imgLook /api/greenchannel/saveStuJdlkMsg /api/greenchannel/saveStuLoanMsg
/api/greenchannel/selectStuDelayfeeMsg /api/greenchannel/selectStuJdlkMsg /api/greenchannel/selectStuLoanMsg
/api/notice/findNotice /api/notice/findNoticeDetail
/api/perDetiles/find /api/perDetiles/save
/api/proces/deleteStatus /api/proces/findProcess
/api/stuEnter/add /api/stuEnter/delete /api/stuEnter/look /api/stuEnter/roster /api/stuEnter/selectStuEnterInfos
/api/sys/login
/api/uniSele/add /api/uniSele/colo /api/uniSele/sele /api/uniSele/selebystu /api/uniSele/updateStuForm
/api/upload/uploadFile
/api/userSafe/checkPhone /api/userSafe/sendCode /api/userSafe/updatePhone /api/userSafe/updatePassword
/api/userSafe/checkIdCard /api/userSafe/resetPassword
/api/wx/getTicket
/commonrest/getUniqueId /findScore/queryitems /findStuInfo /getPayParam /getSocre /getyearandterm
/orientation/selectDormInfo /payment/notify /payment/pay /payment/payCancel /payment/payCarry
/reportBill/QueryStuMessage /searchapi/wechat/student/querySemester /stuTable /stuphoto/verifyStuPhoto
/wx/app/selectAllApp /wx/code/getCode
`.split(/\s+/)

/** The additional addresses of this product, which other backends lack. */
const OURS = `
/api/fees/invoices
/api/evaluation/mine
/api/privacy/data /api/privacy/mine
/api/messageChannels/find /api/messageChannels/allow
/api/messageChannels/subscribe /api/messageChannels/unsubscribe
/api/lateArrivals/ask /api/lateArrivals/mine /api/lateArrivals/withdraw
/api/photo/agree /api/photo/consent /api/photo/takeBack
/api/advice/categories /api/advice/findOwn /api/advice/reopen
/api/campusform/add /api/campusform/attach /api/campusform/classmates /api/campusform/definition /api/campusform/file
/api/campusform/find /api/campusform/mine /api/campusform/received /api/campusform/update
/api/calendar/find /api/campusRules/find /api/guide/find
/api/notice/file
/api/stations/confirm /api/stations/look /api/stations/mine /api/stations/remove /api/stations/roster
/api/stuEnter/faces /api/stuEnter/handOver
/api/troubles/report
/api/phones/report
/api/phones/received
/api/university/begin /api/university/finish
/api/timetable/calendar.ics /api/timetable/calendarAddress /api/upload/likeness /api/upload/picture
`.split(/\s+/)

const each = allCalls.map((call): [string, AnyCall] => [call.path, call])

describe.each(each)('%s', (path, call) => {
  test('the address of the call is one of the requirements, letter by letter, or one of the office', () => {
    if (isRoleList(call.who)) expect(path).toMatch(/^\/api\/manage(\/[a-z][A-Za-z-]*){1,2}$/)
    else expect([...ADDRESSES, ...OURS]).toContain(path)
  })

  test('the request of the call survives encoding and decoding', () => survivesTheWire(call.input))
  test('the response of the call survives encoding and decoding', () =>
    survivesTheWire(call.output))

  test('the address of the call is not the address of a page', () => {
    expect(isAppAddress(path)).toBe(false)
    expect(isAppAddress(`/campus${path}`, '/campus/')).toBe(false)
  })

  test('a success of the call is distinguished from a refusal', () => {
    const refusal = call.rule.refusal('没有权限')
    expect(call.rule.isSuccess(refusal)).toBe(false)
    expect(call.rule.isRefusal(refusal)).toBe(true)
  })
})

test('the address of every upload and download is known, and is not the address of a page', () => {
  for (const { path, who } of [...allFileCalls, ...allUploads])
    expect([
      path,
      isRoleList(who) ? path.startsWith('/api/manage/') : [...ADDRESSES, ...OURS].includes(path),
      isAppAddress(path),
    ]).toEqual([path, true, false])
})

test.each(allDownloads.map((one) => [one.path, one] as const))(
  'the download %s has an address of the office or of our own, and its request survives encoding and decoding',
  (path, { input, who }) => {
    if (isRoleList(who)) expect(path).toMatch(/^\/api\/manage(\/[a-z][A-Za-z-]*){1,2}$/)
    else expect(OURS).toContain(path)
    survivesTheWire(input)
  },
)

// Fields with a choice are not typed, and a password can begin or end with a blank. All other texts
// are trimmed.
const isChosen = /^(\d?|[a-z]+([-.][a-z]+)*)$/
// What the editor of forms makes is no typed text; names in it are referred to by others.
const DOCUMENTS = new Set(['definition', 'settings'])
const SECRETS = new Set(['password', 'oldPassword', 'newPassword'])

test.each(each.filter(([, call]) => call.kind === 'write'))(
  '%s trims the blanks around typed values [ID-07]',
  (_path, call) => {
    const { decode } = call.input
    fc.assert(
      fc.property(manualArbitraries.get(call.input) ?? arbitraryOf(decode), (wire) => {
        expect(v.parse(decode, padded(wire))).toEqual(v.parse(decode, wire))
      }),
      { numRuns: 20 },
    )
  },
)

function padded(wire: unknown, name = ''): unknown {
  if (DOCUMENTS.has(name)) return wire
  if (typeof wire === 'string')
    return SECRETS.has(name) || wire.startsWith('[') || isChosen.test(wire)
      ? wire
      : ` ${wire}\u3000`
  if (Array.isArray(wire)) return wire.map((one) => padded(one))
  if (typeof wire !== 'object' || wire === null) return wire
  return Object.fromEntries(Object.entries(wire).map(([key, value]) => [key, padded(value, key)]))
}

test('every address, and every name of a queued form, is used once', () => {
  expect(new Set(allCalls.map(({ path }) => path)).size).toBe(allCalls.length)
  for (const [name, form] of Object.entries(queuedForms)) {
    const title = findFormTitle(name)
    expect(title, `the title of ${name}`).toBeDefined()
    expect(form.name).toBe(name)
    expect(form.sendAfter.every((earlier) => earlier in queuedForms)).toBe(true)
    expect(allCalls).toContain(form.add)
    expect(
      formatLogChange('students.saveForm', { field: 'form', from: '', to: name }, 'en'),
    ).toContain(title?.en)
  }
})

test('every queued write is of a form in the list, and every form with a record has sample payloads', () => {
  const forms = allCalls.flatMap((call) =>
    call.kind === 'write' && call.offline === 'queued' ? call.form : [],
  )
  // By the last one, scans that wait on a shared phone are handed over.
  expect(forms.filter((form) => !(form in queuedForms))).toEqual([
    CAMPUS_FORM,
    CAMPUS_FORM,
    'scan-handed-over',
  ])
  const records = Object.values(queuedForms).filter(hasExistenceCheck)
  expect(FORMS_OF_FIRST_DAY.toSorted()).toEqual(records.map(({ name }) => name).toSorted())
})

test('a read that is declared as queued, and a queued write that is declared as cached, do not compile', () => {
  const nothing = recordCodec({})
  const shape = {
    path: '/api/x',
    who: 'student',
    input: nothing,
    output: nothing,
    rule: acceptIfCodeZero,
  } as const
  // @ts-expect-error -- a read knows only 'cached' and 'online-only'
  defineRead({ ...shape, offline: 'queued' })
  // @ts-expect-error -- a queued write names its form
  defineQueuedWrite(shape)
  // @ts-expect-error -- an inquiry has side effects, so its answer is never cached
  defineInquiry({ ...shape, offline: 'cached' })
  expect(defineInquiry(shape)).toMatchObject({ kind: 'inquiry', offline: 'online-only' })
  expect(defineRead({ ...shape, offline: 'cached' })).toMatchObject({
    kind: 'read',
    offline: 'cached',
  })
  expect(defineQueuedWrite({ ...shape, form: 'x' })).toMatchObject({
    kind: 'write',
    offline: 'queued',
  })
})

test('the calls for payment, review and identity are online-only [OFF-23 OFF-24 OFF-25]', () => {
  const live =
    /^\/(payment|commonrest|getPayParam|wx\/code|api\/(greenChannelAudit|binding\/(bindOpenId|findstu|cleanOpenId)|sys|dormitoryType\/insert|greenchannel\/(save|delete)|changeMajor|userSafe))/
  const wrong = allCalls.filter(
    (call) => live.test(call.path) && call.kind === 'write' && call.offline !== 'online-only',
  )
  expect(wrong.map(({ path }) => path)).toEqual([])
  const kept = allCalls.filter(
    ({ path, offline }) =>
      /^\/(payment|commonrest|getPayParam|api\/greenChannelAudit)/.test(path) &&
      offline !== 'online-only',
  )
  expect(kept.map(({ path }) => path)).toEqual([])
})

test.each([
  ['/', true],
  ['/login', true],
  ['/report', true],
  ['/pay/5/990001', true],
  ['/searchcourse/990001', true],
  ['/evaluation', true],
  ['/reportBill/QueryStuMessage', false],
  ['/payment/pay', false],
  ['/stuTable', false],
  ['/api', false],
  ['/sandbox/authorize', false],
  ['/healthz', false],
  ['/metrics', false],
])('whether the address %s belongs to the app: %s [OFF-32]', (path, expected) => {
  expect(isAppAddress(path)).toBe(expected)
  expect(isAppAddress(`/campus${path}`, '/campus/')).toBe(expected)
  expect(isAppAddress(path, '/elsewhere/')).toBe(false)
  expect(apiPathSegments.size + backendPathSegments.size).toBeGreaterThan(18)
})

test.each([
  ['/robots.txt', true],
  ['/MP_verify_1.txt', true],
  ['/campus/.well-known/acme', true],
  ['/', false],
  ['/welcome/990001', false],
  ['/onlinefee/5/88.1', false],
])('whether the address %s names a file: %s', (path, expected) =>
  expect(isFileAddress(path)).toBe(expected),
)

// Decoding, encoding and decoding again gives the same value as the first decoding, and the valid
// value passes its own schema.
function survivesTheWire<T>(codec: Codec<T>) {
  const { decode, encode, schema } = codec
  fc.assert(
    fc.property(manualArbitraries.get(codec) ?? arbitraryOf(decode), (wire) => {
      const good = v.parse(decode, wire)
      const again: unknown = JSON.parse(JSON.stringify(encode(good)))
      expect(v.parse(decode, again)).toEqual(good)
      expect(v.is(schema, good)).toBe(true)
    }),
    { numRuns: 60 },
  )
}

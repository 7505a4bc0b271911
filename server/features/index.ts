import type { contract } from '#contract/index'
import type { Gateway } from '../payments/gateway.ts'
import type { Handlers } from '../platform/http/handler.ts'
import { arrivalsHandlers } from './arrivals/routes.ts'
import { auditHandlers } from './audit/routes.ts'
import { calendarHandlers } from './calendar/routes.ts'
import { checkinHandlers, corridorHandlers } from './checkin/routes.ts'
import { devicesHandlers } from './devices/routes.ts'
import { dormHandlers } from './dorm/routes.ts'
import { editingHandlers } from './editing/routes.ts'
import { evaluationHandlers } from './evaluation/routes.ts'
import { evaluationresultsHandlers } from './evaluationresults/routes.ts'
import { exportsHandlers } from './exports/routes.ts'
import { factorHandlers } from './factor/routes.ts'
import { familyHandlers } from './family/routes.ts'
import { feesHandlers } from './fees/routes.ts'
import { financeHandlers } from './finance/routes.ts'
import { gradesHandlers } from './grades/routes.ts'
import { greenchannelHandlers } from './greenchannel/routes.ts'
import { guideHandlers } from './guide/routes.ts'
import { homeHandlers } from './home/routes.ts'
import { identityHandlers } from './identity/routes.ts'
import { importsHandlers } from './imports/routes.ts'
import { inboxHandlers } from './inbox/routes.ts'
import { livingHandlers } from './living/routes.ts'
import { messagesHandlers } from './messages/routes.ts'
import { noticeboardHandlers } from './noticeboard/routes.ts'
import { noticesHandlers } from './notices/routes.ts'
import { officeHandlers } from './office/routes.ts'
import { onboardingHandlers } from './onboarding/routes.ts'
import { paymentHandlers } from './payment/routes.ts'
import { phonesHandlers } from './phones/routes.ts'
import { photoHandlers } from './photo/routes.ts'
import { privacyHandlers } from './privacy/routes.ts'
import { profileHandlers } from './profile/routes.ts'
import { progressHandlers } from './progress/routes.ts'
import { reportHandlers } from './report/routes.ts'
import { roomHandlers } from './room/routes.ts'
import { staffHandlers } from './staff/routes.ts'
import { studentsHandlers } from './students/routes.ts'
import { supportHandlers } from './support/routes.ts'
import { timetableHandlers } from './timetable/routes.ts'
import { transferHandlers } from './transfer/routes.ts'
import { transferdeskHandlers } from './transferdesk/routes.ts'
import { travelHandlers } from './travel/routes.ts'
import { troublesHandlers } from './troubles/routes.ts'
import { uniformHandlers } from './uniform/routes.ts'
import { universityHandlers } from './university/routes.ts'

type All = { readonly [Noun in keyof typeof contract]: Handlers<(typeof contract)[Noun]> }

/** The handler of every call of the contract; a call without one does not compile. */
export const handlersWith = (gateway: Gateway): All => ({
  arrivals: arrivalsHandlers,
  audit: auditHandlers,
  calendar: calendarHandlers,
  checkin: checkinHandlers,
  corridor: corridorHandlers,
  devices: devicesHandlers,
  dorm: dormHandlers,
  editing: editingHandlers,
  evaluation: evaluationHandlers,
  evaluationresults: evaluationresultsHandlers,
  exports: exportsHandlers,
  factor: factorHandlers,
  family: familyHandlers,
  fees: feesHandlers(gateway),
  finance: financeHandlers(gateway),
  greenchannel: greenchannelHandlers,
  grades: gradesHandlers,
  guide: guideHandlers,
  home: homeHandlers,
  identity: identityHandlers,
  inbox: inboxHandlers,
  imports: importsHandlers,
  living: livingHandlers,
  noticeboard: noticeboardHandlers,
  messages: messagesHandlers,
  notices: noticesHandlers,
  office: officeHandlers,
  onboarding: onboardingHandlers,
  payment: paymentHandlers(gateway),
  phones: phonesHandlers,
  photo: photoHandlers,
  privacy: privacyHandlers,
  profile: profileHandlers,
  progress: progressHandlers,
  report: reportHandlers,
  room: roomHandlers,
  staff: staffHandlers,
  students: studentsHandlers,
  support: supportHandlers,
  timetable: timetableHandlers,
  transfer: transferHandlers,
  transferdesk: transferdeskHandlers,
  travel: travelHandlers,
  troubles: troublesHandlers,
  uniform: uniformHandlers,
  university: universityHandlers,
})

import type { contract } from '#contract/index'
import type { PaymentGateway } from '../payments/gateway.ts'
import type { Handlers } from '../platform/http/handler.ts'
import { arrivalsHandlers } from './arrivals/routes.ts'
import { greenChannelReviewHandlers } from './audit/routes.ts'
import { calendarHandlers } from './calendar/routes.ts'
import { checkinHandlers, corridorHandlers } from './checkin/routes.ts'
import { devicesHandlers } from './devices/routes.ts'
import { dormHandlers } from './dorm/routes.ts'
import { referenceDataHandlers } from './editing/routes.ts'
import { evaluationHandlers } from './evaluation/routes.ts'
import { evaluationResultsHandlers } from './evaluationresults/routes.ts'
import { exportsHandlers } from './exports/routes.ts'
import { secondFactorHandlers } from './factor/routes.ts'
import { familyHandlers } from './family/routes.ts'
import { feesHandlers } from './fees/routes.ts'
import { financeHandlers } from './finance/routes.ts'
import { gradesHandlers } from './grades/routes.ts'
import { greenChannelHandlers } from './greenchannel/routes.ts'
import { guideHandlers } from './guide/routes.ts'
import { homeHandlers } from './home/routes.ts'
import { identityHandlers } from './identity/routes.ts'
import { importsHandlers } from './imports/routes.ts'
import { supportInboxHandlers } from './inbox/routes.ts'
import { livingSuppliesHandlers } from './living/routes.ts'
import { textMessageHandlers } from './messages/routes.ts'
import { noticePublishingHandlers } from './noticeboard/routes.ts'
import { noticesHandlers } from './notices/routes.ts'
import { officeHandlers } from './office/routes.ts'
import { onboardingHandlers } from './onboarding/routes.ts'
import { paymentHandlers } from './payment/routes.ts'
import { phoneReportHandlers } from './phones/routes.ts'
import { photoHandlers } from './photo/routes.ts'
import { privacyHandlers } from './privacy/routes.ts'
import { profileHandlers } from './profile/routes.ts'
import { onboardingProgressHandlers } from './progress/routes.ts'
import { registrationSheetHandlers } from './report/routes.ts'
import { assignedRoomHandlers } from './room/routes.ts'
import { staffAccountHandlers } from './staff/routes.ts'
import { studentsHandlers } from './students/routes.ts'
import { supportHandlers } from './support/routes.ts'
import { timetableHandlers } from './timetable/routes.ts'
import { majorTransferHandlers } from './transfer/routes.ts'
import { majorTransferReviewHandlers } from './transferdesk/routes.ts'
import { travelHandlers } from './travel/routes.ts'
import { errorReportHandlers } from './troubles/routes.ts'
import { uniformHandlers } from './uniform/routes.ts'
import { universitySignInHandlers } from './university/routes.ts'

type AllHandlers = { readonly [Noun in keyof typeof contract]: Handlers<(typeof contract)[Noun]> }

/** The handler of every call of the contract; a call without one does not compile. */
export const handlersWith = (gateway: PaymentGateway): AllHandlers => ({
  arrivals: arrivalsHandlers,
  greenChannelReview: greenChannelReviewHandlers,
  calendar: calendarHandlers,
  checkin: checkinHandlers,
  corridorCheckin: corridorHandlers,
  devices: devicesHandlers,
  dorm: dormHandlers,
  referenceData: referenceDataHandlers,
  evaluation: evaluationHandlers,
  evaluationResults: evaluationResultsHandlers,
  exports: exportsHandlers,
  secondFactor: secondFactorHandlers,
  family: familyHandlers,
  fees: feesHandlers(gateway),
  finance: financeHandlers(gateway),
  greenChannel: greenChannelHandlers,
  grades: gradesHandlers,
  guide: guideHandlers,
  home: homeHandlers,
  identity: identityHandlers,
  supportInbox: supportInboxHandlers,
  imports: importsHandlers,
  livingSupplies: livingSuppliesHandlers,
  noticePublishing: noticePublishingHandlers,
  textMessages: textMessageHandlers,
  notices: noticesHandlers,
  office: officeHandlers,
  onboarding: onboardingHandlers,
  payment: paymentHandlers(gateway),
  phoneReports: phoneReportHandlers,
  photo: photoHandlers,
  privacy: privacyHandlers,
  profile: profileHandlers,
  onboardingProgress: onboardingProgressHandlers,
  registrationSheet: registrationSheetHandlers,
  assignedRoom: assignedRoomHandlers,
  staffAccounts: staffAccountHandlers,
  students: studentsHandlers,
  support: supportHandlers,
  timetable: timetableHandlers,
  majorTransfer: majorTransferHandlers,
  majorTransferReview: majorTransferReviewHandlers,
  travel: travelHandlers,
  errorReporting: errorReportHandlers,
  uniform: uniformHandlers,
  universitySignIn: universitySignInHandlers,
})

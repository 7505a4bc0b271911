import type { contract } from '#contract/index'
import type { PaymentGateway } from '../payment-gateways/payment-gateway.ts'
import type { Handlers } from '../platform/http/handler.ts'
import { admissionCheckHandlers } from './admission-check/routes.ts'
import { arrivalPlanningHandlers } from './arrival-planning/routes.ts'
import { arrivalsHandlers } from './arrivals/routes.ts'
import { assignedRoomHandlers } from './assigned-room/routes.ts'
import { bedAllocationHandlers } from './bed-allocation/routes.ts'
import { calendarHandlers } from './calendar/routes.ts'
import { campusFormEditingHandlers } from './campus-form-editing/routes.ts'
import { campusFormEntryHandlers } from './campus-form-entry/routes.ts'
import { campusFormOfficeHandlers } from './campus-form-office/routes.ts'
import { campusFormXlsformHandlers } from './campus-form-xlsform/routes.ts'
import { campusFormHandlers } from './campus-forms/routes.ts'
import { campusRuleEditingHandlers, campusRuleHandlers } from './campus-rules/routes.ts'
import { checkinHandlers, colleagueScanHandlers } from './checkin/routes.ts'
import { counsellorHandlers } from './counsellors/routes.ts'
import { devicesHandlers } from './devices/routes.ts'
import { dormRoomsHandlers } from './dorm-rooms/routes.ts'
import { dormHandlers } from './dorm/routes.ts'
import { errorReportHandlers } from './error-reporting/routes.ts'
import { evaluationResultsHandlers } from './evaluation-results/routes.ts'
import { evaluationHandlers } from './evaluation/routes.ts'
import { examHandlers } from './exams/routes.ts'
import { exportsHandlers } from './exports/routes.ts'
import { externalServiceHandlers } from './external-services/routes.ts'
import { familyHandlers } from './family/routes.ts'
import { feesHandlers } from './fees/routes.ts'
import { financePlatformHandlers } from './finance-platform/routes.ts'
import { financeHandlers } from './finance/routes.ts'
import { gradesHandlers } from './grades/routes.ts'
import { greenChannelReviewHandlers } from './green-channel-review/routes.ts'
import { greenChannelHandlers } from './green-channel/routes.ts'
import { guideHandlers } from './guide/routes.ts'
import { homeHandlers } from './home/routes.ts'
import { identityHandlers } from './identity/routes.ts'
import { importsHandlers } from './imports/routes.ts'
import { invoiceHandlers } from './invoices/routes.ts'
import { lateArrivalHandlers } from './late-arrivals/routes.ts'
import { livingSuppliesHandlers } from './living-supplies/routes.ts'
import { majorTransferReviewHandlers } from './major-transfer-review/routes.ts'
import { majorTransferHandlers } from './major-transfer/routes.ts'
import { messageChannelHandlers } from './message-channels/routes.ts'
import { noticePublishingHandlers } from './notice-publishing/routes.ts'
import { noticesHandlers } from './notices/routes.ts'
import { officeDayHandlers } from './office-day/routes.ts'
import { officeHandlers } from './office/routes.ts'
import { offsetHandlers } from './offsets/routes.ts'
import { onboardingProgressHandlers } from './onboarding-progress/routes.ts'
import { onboardingHandlers } from './onboarding/routes.ts'
import { outsidePaymentHandlers } from './outside-payments/routes.ts'
import { paymentHandlers } from './payment/routes.ts'
import { phoneReportHandlers } from './phone-reports/routes.ts'
import { photoHandlers } from './photo/routes.ts'
import { privacyHandlers } from './privacy/routes.ts'
import { profileHandlers } from './profile/routes.ts'
import { referenceDataHandlers } from './reference-data/routes.ts'
import { refundHandlers } from './refunds/routes.ts'
import { registrationSheetHandlers } from './registration-sheet/routes.ts'
import { secondFactorHandlers } from './second-factor/routes.ts'
import { serviceAccountHandlers } from './service-accounts/routes.ts'
import { staffAccountHandlers } from './staff-accounts/routes.ts'
import { stationFiguresHandlers, stationHandlers } from './stations/routes.ts'
import { studentFieldHandlers } from './student-fields/routes.ts'
import { studentMessageHandlers } from './student-messages/routes.ts'
import { studentsHandlers } from './students/routes.ts'
import { supportInboxHandlers } from './support-inbox/routes.ts'
import { supportHandlers } from './support/routes.ts'
import { textMessageHandlers } from './text-messages/routes.ts'
import { timetableHandlers } from './timetable/routes.ts'
import { travelHandlers } from './travel/routes.ts'
import { uniformHandlers } from './uniform/routes.ts'
import { universitySignInHandlers } from './university-sign-in/routes.ts'
import { webhookHandlers } from './webhooks/routes.ts'

type AllHandlers = { readonly [Noun in keyof typeof contract]: Handlers<(typeof contract)[Noun]> }

/** The handlers of all calls of the contract. A call without a handler does not compile. */
export const createAllHandlers = (gateway: PaymentGateway): AllHandlers => ({
  admissionCheck: admissionCheckHandlers,
  stations: stationHandlers,
  stationFigures: stationFiguresHandlers,
  arrivals: arrivalsHandlers,
  arrivalPlanning: arrivalPlanningHandlers,
  bedAllocation: bedAllocationHandlers,
  greenChannelReview: greenChannelReviewHandlers,
  calendar: calendarHandlers,
  campusFormOffice: campusFormOfficeHandlers,
  campusFormXlsform: campusFormXlsformHandlers,
  campusFormEditing: campusFormEditingHandlers,
  campusRuleEditing: campusRuleEditingHandlers,
  campusFormEntry: campusFormEntryHandlers,
  campusForms: campusFormHandlers,
  campusRules: campusRuleHandlers,
  checkin: checkinHandlers,
  corridorCheckin: colleagueScanHandlers,
  counsellors: counsellorHandlers,
  devices: devicesHandlers,
  dorm: dormHandlers,
  dormRooms: dormRoomsHandlers,
  referenceData: referenceDataHandlers,
  evaluation: evaluationHandlers,
  exams: examHandlers,
  evaluationResults: evaluationResultsHandlers,
  exports: exportsHandlers,
  externalServices: externalServiceHandlers(gateway),
  secondFactor: secondFactorHandlers,
  family: familyHandlers,
  fees: feesHandlers(gateway),
  finance: financeHandlers(gateway),
  financePlatform: financePlatformHandlers,
  greenChannel: greenChannelHandlers,
  grades: gradesHandlers,
  guide: guideHandlers,
  home: homeHandlers,
  identity: identityHandlers,
  supportInbox: supportInboxHandlers,
  imports: importsHandlers,
  invoices: invoiceHandlers,
  lateArrivals: lateArrivalHandlers,
  livingSupplies: livingSuppliesHandlers,
  noticePublishing: noticePublishingHandlers,
  messageChannels: messageChannelHandlers,
  studentMessages: studentMessageHandlers,
  textMessages: textMessageHandlers,
  notices: noticesHandlers,
  office: officeHandlers,
  officeDay: officeDayHandlers,
  offsets: offsetHandlers,
  onboarding: onboardingHandlers,
  outsidePayments: outsidePaymentHandlers,
  payment: paymentHandlers(gateway),
  refunds: refundHandlers(gateway),
  phoneReports: phoneReportHandlers,
  photo: photoHandlers,
  privacy: privacyHandlers,
  profile: profileHandlers,
  onboardingProgress: onboardingProgressHandlers,
  registrationSheet: registrationSheetHandlers,
  assignedRoom: assignedRoomHandlers,
  serviceAccounts: serviceAccountHandlers,
  staffAccounts: staffAccountHandlers,
  studentFields: studentFieldHandlers,
  students: studentsHandlers,
  support: supportHandlers,
  timetable: timetableHandlers,
  majorTransfer: majorTransferHandlers,
  majorTransferReview: majorTransferReviewHandlers,
  travel: travelHandlers,
  errorReporting: errorReportHandlers,
  uniform: uniformHandlers,
  universitySignIn: universitySignInHandlers,
  webhooks: webhookHandlers,
})

import {
  ArrowLeftRight,
  BadgeCheck,
  BedDouble,
  CalendarCheck,
  Bug,
  ChartColumn,
  DoorOpen,
  Download,
  Gavel,
  Inbox,
  KeyRound,
  LayoutList,
  ListChecks,
  ListFilter,
  Megaphone,
  MessageSquare,
  Plug,
  ScrollText,
  Signpost,
  Smartphone,
  Upload,
  UserSearch,
  Users,
  UsersRound,
  Wallet,
  Webhook,
} from 'lucide'
import { type ComponentType, lazy } from 'react'
import type { OfficeSection } from '#app/features/office/public.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { admissionCheckTexts } from '#i18n/admission-check'
import { arrivalTexts } from '#i18n/arrivals'
import { auditLogTexts } from '#i18n/audit-log'
import { bedAllocationTexts } from '#i18n/bed-allocation'
import { counsellorTexts } from '#i18n/counsellors'
import { devicesTexts } from '#i18n/devices'
import { errorReportingOfficeTexts } from '#i18n/error-reporting-office'
import { evaluationResultsTexts } from '#i18n/evaluation-results'
import { examOfficeTexts } from '#i18n/exam-office'
import { exportTexts } from '#i18n/exports'
import { financeTexts } from '#i18n/finance'
import { greenChannelReviewTexts } from '#i18n/green-channel-review'
import { importTexts } from '#i18n/imports'
import { majorTransferReviewTexts } from '#i18n/major-transfer-review'
import { noticePublishingTexts } from '#i18n/notice-publishing'
import { onboardingProgressTexts } from '#i18n/onboarding-progress'
import { referenceDataTexts } from '#i18n/reference-data'
import { serviceAccountTexts } from '#i18n/service-accounts'
import { staffAccountsTexts } from '#i18n/staff-accounts'
import { stationFiguresTexts } from '#i18n/station-figures'
import { studentFieldTexts } from '#i18n/student-fields'
import { studentsTexts } from '#i18n/students'
import { supportInboxTexts } from '#i18n/support-inbox'
import { textMessagesTexts } from '#i18n/text-messages'
import { webhookTexts } from '#i18n/webhooks'

/** A section of the office with its screen; `rest` is the address below the section's own. */
interface Screened extends OfficeSection {
  readonly screen: ComponentType<{ rest: string }>
}

const AdmissionCheckScreen = lazy(async () => ({
  default: (await import('#app/features/admission-check/AdmissionCheckScreen.tsx'))
    .AdmissionCheckScreen,
}))
const StationFiguresScreen = lazy(async () => ({
  default: (await import('#app/features/stations/StationFiguresScreen.tsx')).StationFiguresScreen,
}))
const ArrivalsScreen = lazy(async () => ({
  default: (await import('#app/features/arrivals/ArrivalsScreen.tsx')).ArrivalsScreen,
}))
const BedsScreen = lazy(async () => ({
  default: (await import('#app/features/bed-allocation/BedsScreen.tsx')).BedsScreen,
}))
const ClassFollowUpScreen = lazy(async () => ({
  default: (await import('#app/features/counsellors/ClassFollowUpScreen.tsx')).ClassFollowUpScreen,
}))
const OnboardingProgressScreen = lazy(async () => ({
  default: (await import('#app/features/onboarding-progress/OnboardingProgressScreen.tsx'))
    .OnboardingProgressScreen,
}))
const InboxScreen = lazy(async () => ({
  default: (await import('#app/features/support-inbox/InboxScreen.tsx')).InboxScreen,
}))
const ReviewOverviewScreen = lazy(async () => ({
  default: (await import('#app/features/green-channel-review/ReviewOverviewScreen.tsx'))
    .ReviewOverviewScreen,
}))
const FinanceScreen = lazy(async () => ({
  default: (await import('#app/features/finance/FinanceScreen.tsx')).FinanceScreen,
}))
const ImportsScreen = lazy(async () => ({
  default: (await import('#app/features/imports/ImportsScreen.tsx')).ImportsScreen,
}))
const AuditLogScreen = lazy(async () => ({
  default: (await import('#app/features/office/AuditLogScreen.tsx')).AuditLogScreen,
}))
const TransferReviewScreen = lazy(async () => ({
  default: (await import('#app/features/major-transfer-review/TransferReviewScreen.tsx'))
    .TransferReviewScreen,
}))

const DevicesScreen = lazy(async () => ({
  default: (await import('#app/features/devices/DevicesScreen.tsx')).DevicesScreen,
}))
const ExamsScreen = lazy(async () => ({
  default: (await import('#app/features/exams/ExamsScreen.tsx')).ExamsScreen,
}))
const ExportsScreen = lazy(async () => ({
  default: (await import('#app/features/exports/ExportsScreen.tsx')).ExportsScreen,
}))
const EvaluationResultsScreen = lazy(async () => ({
  default: (await import('#app/features/evaluation-results/EvaluationResultsScreen.tsx'))
    .EvaluationResultsScreen,
}))
const NoticePublishingScreen = lazy(async () => ({
  default: (await import('#app/features/notice-publishing/NoticePublishingScreen.tsx'))
    .NoticePublishingScreen,
}))

const StaffScreen = lazy(async () => ({
  default: (await import('#app/features/staff-accounts/StaffScreen.tsx')).StaffScreen,
}))
const ServiceAccountsScreen = lazy(async () => ({
  default: (await import('#app/features/service-accounts/ServiceAccountsScreen.tsx'))
    .ServiceAccountsScreen,
}))
const WebhooksScreen = lazy(async () => ({
  default: (await import('#app/features/webhooks/WebhooksScreen.tsx')).WebhooksScreen,
}))
const SecondFactorScreen = lazy(async () => ({
  default: (await import('#app/features/second-factor/SecondFactorScreen.tsx')).SecondFactorScreen,
}))
const ReferenceDataScreen = lazy(async () => ({
  default: (await import('#app/features/reference-data/ReferenceDataScreen.tsx'))
    .ReferenceDataScreen,
}))
const Students = lazy(async () => ({
  default: (await import('./OfficeStudents.tsx')).OfficeStudents,
}))

const StudentFilterScreen = lazy(async () => ({
  default: (await import('#app/features/student-fields/StudentFilterScreen.tsx'))
    .StudentFilterScreen,
}))

const TextMessagesScreen = lazy(async () => ({
  default: (await import('#app/features/text-messages/TextMessagesScreen.tsx')).TextMessagesScreen,
}))

const ErrorReportsScreen = lazy(async () => ({
  default: (await import('#app/features/error-reporting/ErrorReportsScreen.tsx'))
    .ErrorReportsScreen,
}))

/** The sections of the office in the order of its menu. A new one adds an entry. */
export const officeSections: readonly Screened[] = [
  {
    path: 'arrivals',
    name: arrivalTexts.title,
    icon: <Icon of={DoorOpen} />,
    roles: ['administrator', 'admissions', 'dorm-office', 'dorm-supervisor'],
    screen: ArrivalsScreen,
  },
  {
    path: 'stations',
    name: stationFiguresTexts.title,
    icon: <Icon of={Signpost} />,
    roles: ['administrator', 'admissions', 'dorm-office'],
    screen: StationFiguresScreen,
  },
  {
    path: 'progress',
    name: onboardingProgressTexts.title,
    icon: <Icon of={ListChecks} />,
    roles: ['administrator', 'admissions'],
    screen: OnboardingProgressScreen,
  },
  {
    path: 'classes',
    name: counsellorTexts.title,
    icon: <Icon of={UsersRound} />,
    roles: ['counsellor', 'administrator', 'admissions'],
    screen: ClassFollowUpScreen,
  },
  {
    path: 'admission',
    name: admissionCheckTexts.title,
    icon: <Icon of={BadgeCheck} />,
    roles: ['administrator', 'admissions'],
    screen: AdmissionCheckScreen,
  },
  {
    path: 'beds',
    name: bedAllocationTexts.section,
    icon: <Icon of={BedDouble} />,
    roles: ['administrator', 'dorm-office'],
    screen: BedsScreen,
  },
  {
    path: 'students',
    name: studentsTexts.title,
    icon: <Icon of={UserSearch} />,
    roles: [
      'administrator',
      'admissions',
      'finance',
      'dorm-office',
      'dorm-supervisor',
      'review-teacher',
    ],
    screen: Students,
  },
  {
    path: 'studentlist',
    name: studentFieldTexts.title,
    icon: <Icon of={ListFilter} />,
    roles: ['administrator', 'admissions', 'finance', 'dorm-office'],
    screen: StudentFilterScreen,
  },
  {
    path: 'inbox',
    name: supportInboxTexts.title,
    icon: <Icon of={Inbox} />,
    roles: ['administrator', 'admissions', 'finance', 'dorm-office'],
    screen: InboxScreen,
  },
  {
    path: 'finance',
    name: financeTexts.title,
    icon: <Icon of={Wallet} />,
    roles: ['administrator', 'finance'],
    screen: FinanceScreen,
  },
  {
    path: 'imports',
    name: importTexts.title,
    icon: <Icon of={Upload} />,
    roles: ['administrator', 'admissions', 'finance', 'dorm-office'],
    screen: ImportsScreen,
  },
  {
    path: 'exports',
    name: exportTexts.title,
    icon: <Icon of={Download} />,
    roles: [
      'administrator',
      'admissions',
      'finance',
      'dorm-office',
      'dorm-supervisor',
      'review-teacher',
    ],
    screen: ExportsScreen,
  },
  {
    path: 'exams',
    name: examOfficeTexts.section,
    icon: <Icon of={CalendarCheck} />,
    roles: ['administrator', 'admissions'],
    screen: ExamsScreen,
  },
  {
    path: 'evaluation',
    name: evaluationResultsTexts.title,
    icon: <Icon of={ChartColumn} />,
    roles: ['administrator', 'admissions'],
    screen: EvaluationResultsScreen,
  },
  {
    path: 'notices',
    name: noticePublishingTexts.section,
    icon: <Icon of={Megaphone} />,
    roles: ['administrator', 'admissions'],
    screen: NoticePublishingScreen,
  },
  {
    path: 'applications',
    name: greenChannelReviewTexts.console,
    icon: <Icon of={Gavel} />,
    roles: ['review-teacher'],
    screen: ReviewOverviewScreen,
  },
  {
    path: 'transferdesk',
    name: majorTransferReviewTexts.title,
    icon: <Icon of={ArrowLeftRight} />,
    roles: ['administrator', 'admissions'],
    screen: TransferReviewScreen,
  },
  {
    path: 'staff',
    name: staffAccountsTexts.title,
    icon: <Icon of={Users} />,
    roles: ['administrator'],
    screen: StaffScreen,
  },
  {
    path: 'services',
    name: serviceAccountTexts.title,
    icon: <Icon of={Plug} />,
    roles: ['administrator'],
    screen: ServiceAccountsScreen,
  },
  {
    path: 'webhooks',
    name: webhookTexts.title,
    icon: <Icon of={Webhook} />,
    roles: ['administrator'],
    screen: WebhooksScreen,
  },
  {
    path: 'factor',
    name: staffAccountsTexts.factorTitle,
    icon: <Icon of={KeyRound} />,
    roles: ['administrator', 'finance'],
    screen: SecondFactorScreen,
  },
  {
    path: 'content',
    name: referenceDataTexts.section,
    icon: <Icon of={LayoutList} />,
    roles: ['administrator', 'admissions', 'finance', 'dorm-office'],
    screen: ReferenceDataScreen,
  },
  {
    path: 'messages',
    name: textMessagesTexts.title,
    icon: <Icon of={MessageSquare} />,
    roles: ['administrator'],
    screen: TextMessagesScreen,
  },
  {
    path: 'devices',
    name: devicesTexts.title,
    icon: <Icon of={Smartphone} />,
    roles: ['administrator', 'dorm-office'],
    screen: DevicesScreen,
  },
  {
    path: 'troubles',
    name: errorReportingOfficeTexts.title,
    icon: <Icon of={Bug} />,
    roles: ['administrator'],
    screen: ErrorReportsScreen,
  },
  {
    path: 'log',
    name: auditLogTexts.title,
    icon: <Icon of={ScrollText} />,
    roles: ['administrator'],
    screen: AuditLogScreen,
  },
]

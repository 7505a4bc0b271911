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
  Scale,
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
import { officeSectionTexts } from '#i18n/office-sections'

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
const CampusRulesScreen = lazy(async () => ({
  default: (await import('#app/features/campus-rules/CampusRulesScreen.tsx')).CampusRulesScreen,
}))
const ArrivalDayScreen = lazy(async () => ({
  default: (await import('#app/features/arrivals/ArrivalsScreen.tsx')).ArrivalsScreen,
}))
const ArrivalPlanScreen = lazy(async () => ({
  default: (await import('#app/features/arrival-planning/ArrivalPlanScreen.tsx')).ArrivalPlanScreen,
}))
const ArrivalsScreen = ({ rest }: { rest: string }) =>
  rest === 'plan' ? <ArrivalPlanScreen /> : <ArrivalDayScreen rest={rest} />
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
    name: officeSectionTexts.arrivals,
    icon: <Icon of={DoorOpen} />,
    roles: ['administrator', 'admissions', 'dorm-office', 'dorm-supervisor'],
    screen: ArrivalsScreen,
  },
  {
    path: 'stations',
    name: officeSectionTexts.stations,
    icon: <Icon of={Signpost} />,
    roles: ['administrator', 'admissions', 'dorm-office'],
    screen: StationFiguresScreen,
  },
  {
    path: 'progress',
    name: officeSectionTexts.progress,
    icon: <Icon of={ListChecks} />,
    roles: ['administrator', 'admissions'],
    screen: OnboardingProgressScreen,
  },
  {
    path: 'classes',
    name: officeSectionTexts.classes,
    icon: <Icon of={UsersRound} />,
    roles: ['counsellor', 'administrator', 'admissions'],
    screen: ClassFollowUpScreen,
  },
  {
    path: 'admission',
    name: officeSectionTexts.admission,
    icon: <Icon of={BadgeCheck} />,
    roles: ['administrator', 'admissions'],
    screen: AdmissionCheckScreen,
  },
  {
    path: 'beds',
    name: officeSectionTexts.beds,
    icon: <Icon of={BedDouble} />,
    roles: ['administrator', 'dorm-office'],
    screen: BedsScreen,
  },
  {
    path: 'students',
    name: officeSectionTexts.students,
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
    name: officeSectionTexts.studentlist,
    icon: <Icon of={ListFilter} />,
    roles: ['administrator', 'admissions', 'finance', 'dorm-office'],
    screen: StudentFilterScreen,
  },
  {
    path: 'inbox',
    name: officeSectionTexts.inbox,
    icon: <Icon of={Inbox} />,
    roles: ['administrator', 'admissions', 'finance', 'dorm-office'],
    screen: InboxScreen,
  },
  {
    path: 'finance',
    name: officeSectionTexts.finance,
    icon: <Icon of={Wallet} />,
    roles: ['administrator', 'finance'],
    screen: FinanceScreen,
  },
  {
    path: 'imports',
    name: officeSectionTexts.imports,
    icon: <Icon of={Upload} />,
    roles: ['administrator', 'admissions', 'finance', 'dorm-office'],
    screen: ImportsScreen,
  },
  {
    path: 'exports',
    name: officeSectionTexts.exports,
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
    name: officeSectionTexts.exams,
    icon: <Icon of={CalendarCheck} />,
    roles: ['administrator', 'admissions'],
    screen: ExamsScreen,
  },
  {
    path: 'evaluation',
    name: officeSectionTexts.evaluation,
    icon: <Icon of={ChartColumn} />,
    roles: ['administrator', 'admissions'],
    screen: EvaluationResultsScreen,
  },
  {
    path: 'notices',
    name: officeSectionTexts.notices,
    icon: <Icon of={Megaphone} />,
    roles: ['administrator', 'admissions'],
    screen: NoticePublishingScreen,
  },
  {
    path: 'applications',
    name: officeSectionTexts.applications,
    icon: <Icon of={Gavel} />,
    roles: ['review-teacher'],
    screen: ReviewOverviewScreen,
  },
  {
    path: 'transferdesk',
    name: officeSectionTexts.transferdesk,
    icon: <Icon of={ArrowLeftRight} />,
    roles: ['administrator', 'admissions'],
    screen: TransferReviewScreen,
  },
  {
    path: 'staff',
    name: officeSectionTexts.staff,
    icon: <Icon of={Users} />,
    roles: ['administrator'],
    screen: StaffScreen,
  },
  {
    path: 'services',
    name: officeSectionTexts.services,
    icon: <Icon of={Plug} />,
    roles: ['administrator'],
    screen: ServiceAccountsScreen,
  },
  {
    path: 'webhooks',
    name: officeSectionTexts.webhooks,
    icon: <Icon of={Webhook} />,
    roles: ['administrator'],
    screen: WebhooksScreen,
  },
  {
    path: 'factor',
    name: officeSectionTexts.factor,
    icon: <Icon of={KeyRound} />,
    roles: ['administrator', 'finance'],
    screen: SecondFactorScreen,
  },
  {
    path: 'content',
    name: officeSectionTexts.content,
    icon: <Icon of={LayoutList} />,
    roles: ['administrator', 'admissions', 'finance', 'dorm-office'],
    screen: ReferenceDataScreen,
  },
  {
    path: 'rules',
    name: officeSectionTexts.rules,
    icon: <Icon of={Scale} />,
    roles: ['administrator', 'admissions', 'finance'],
    screen: CampusRulesScreen,
  },
  {
    path: 'messages',
    name: officeSectionTexts.messages,
    icon: <Icon of={MessageSquare} />,
    roles: ['administrator'],
    screen: TextMessagesScreen,
  },
  {
    path: 'devices',
    name: officeSectionTexts.devices,
    icon: <Icon of={Smartphone} />,
    roles: ['administrator', 'dorm-office'],
    screen: DevicesScreen,
  },
  {
    path: 'troubles',
    name: officeSectionTexts.troubles,
    icon: <Icon of={Bug} />,
    roles: ['administrator'],
    screen: ErrorReportsScreen,
  },
  {
    path: 'log',
    name: officeSectionTexts.log,
    icon: <Icon of={ScrollText} />,
    roles: ['administrator'],
    screen: AuditLogScreen,
  },
]

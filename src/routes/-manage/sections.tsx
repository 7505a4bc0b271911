import {
  ArrowLeftRight,
  BadgeCheck,
  BedDouble,
  CalendarCheck,
  Cable,
  Bug,
  ChartColumn,
  ClipboardList,
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
  Send,
  Signpost,
  Smartphone,
  Upload,
  UserSearch,
  Users,
  UsersRound,
  Wallet,
  Webhook,
  type IconNode,
} from 'lucide'
import type { ComponentType } from 'react'
import type { OfficeSection } from '#app/features/office/public.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { officeGroupTexts, officeSectionTexts } from '#i18n/office-sections'
import { lazyScreen } from './lazy-screen.ts'

/** A section's screen; `rest` is the address below the section's own. */
type Screen = ComponentType<{ rest: string }>
/** A section of the office with its screen. */
interface Screened extends OfficeSection {
  readonly screen: Screen
}

const ADMINISTRATOR: OfficeSection['roles'] = ['administrator']
const ADMISSIONS: OfficeSection['roles'] = ['administrator', 'admissions']
const DESKS: OfficeSection['roles'] = ['administrator', 'admissions', 'finance', 'dorm-office']

const section = (
  path: keyof typeof officeSectionTexts,
  icon: IconNode,
  roles: OfficeSection['roles'],
  load: () => Promise<Screen>,
): Screened => ({
  path,
  name: officeSectionTexts[path],
  icon: <Icon of={icon} />,
  roles,
  screen: lazyScreen(load),
})

/**
 * The sections of the office below their headings, in the order of its menu. A new section adds an
 * entry.
 */
export const officeGroups = [
  {
    name: officeGroupTexts.arrival,
    sections: [
      section(
        'arrivals',
        DoorOpen,
        [...ADMISSIONS, 'dorm-office', 'dorm-supervisor'],
        async () => (await import('./OfficeArrivals.tsx')).OfficeArrivals,
      ),
      section(
        'stations',
        Signpost,
        [...ADMISSIONS, 'dorm-office'],
        async () =>
          (await import('#app/features/stations/StationFiguresScreen.tsx')).StationFiguresScreen,
      ),
      section(
        'progress',
        ListChecks,
        ADMISSIONS,
        async () =>
          (await import('#app/features/onboarding-progress/OnboardingProgressScreen.tsx'))
            .OnboardingProgressScreen,
      ),
      section(
        'classes',
        UsersRound,
        ['counsellor', 'administrator', 'admissions'],
        async () =>
          (await import('#app/features/counsellors/ClassFollowUpScreen.tsx')).ClassFollowUpScreen,
      ),
      section(
        'admission',
        BadgeCheck,
        ADMISSIONS,
        async () =>
          (await import('#app/features/admission-check/AdmissionCheckScreen.tsx'))
            .AdmissionCheckScreen,
      ),
    ],
  },
  {
    name: officeGroupTexts.students,
    sections: [
      section(
        'students',
        UserSearch,
        [...DESKS, 'dorm-supervisor', 'review-teacher'],
        async () => (await import('./OfficeStudents.tsx')).OfficeStudents,
      ),
      section(
        'studentlist',
        ListFilter,
        DESKS,
        async () =>
          (await import('#app/features/student-fields/StudentFilterScreen.tsx'))
            .StudentFilterScreen,
      ),
      section(
        'formanswers',
        ClipboardList,
        [...ADMISSIONS, 'review-teacher'],
        async () =>
          (await import('#app/features/campus-form-office/FormAnswersScreen.tsx'))
            .FormAnswersScreen,
      ),
      section(
        'inbox',
        Inbox,
        DESKS,
        async () => (await import('#app/features/support-inbox/InboxScreen.tsx')).InboxScreen,
      ),
    ],
  },
  {
    name: officeGroupTexts.fees,
    sections: [
      section(
        'finance',
        Wallet,
        ['administrator', 'finance'],
        async () => (await import('#app/features/finance/FinanceScreen.tsx')).FinanceScreen,
      ),
      section(
        'applications',
        Gavel,
        ['review-teacher'],
        async () =>
          (await import('#app/features/green-channel-review/ReviewOverviewScreen.tsx'))
            .ReviewOverviewScreen,
      ),
    ],
  },
  {
    name: officeGroupTexts.dormitory,
    sections: [
      section(
        'beds',
        BedDouble,
        ['administrator', 'dorm-office'],
        async () => (await import('#app/features/bed-allocation/BedsScreen.tsx')).BedsScreen,
      ),
      section(
        'devices',
        Smartphone,
        ['administrator', 'dorm-office'],
        async () => (await import('#app/features/devices/DevicesScreen.tsx')).DevicesScreen,
      ),
    ],
  },
  {
    name: officeGroupTexts.teaching,
    sections: [
      section(
        'exams',
        CalendarCheck,
        ADMISSIONS,
        async () => (await import('#app/features/exams/ExamsScreen.tsx')).ExamsScreen,
      ),
      section(
        'evaluation',
        ChartColumn,
        ADMISSIONS,
        async () =>
          (await import('#app/features/evaluation-results/EvaluationResultsScreen.tsx'))
            .EvaluationResultsScreen,
      ),
      section(
        'transferdesk',
        ArrowLeftRight,
        ADMISSIONS,
        async () =>
          (await import('#app/features/major-transfer-review/TransferReviewScreen.tsx'))
            .TransferReviewScreen,
      ),
    ],
  },
  {
    name: officeGroupTexts.content,
    sections: [
      section(
        'notices',
        Megaphone,
        ADMISSIONS,
        async () =>
          (await import('#app/features/notice-publishing/NoticePublishingScreen.tsx'))
            .NoticePublishingScreen,
      ),
      section(
        'forms',
        ClipboardList,
        ADMISSIONS,
        async () =>
          (await import('#app/features/campus-form-editing/CampusFormsScreen.tsx'))
            .CampusFormsScreen,
      ),
      section(
        'reach',
        Send,
        [...ADMISSIONS, 'dorm-office', 'dorm-supervisor', 'counsellor'],
        async () =>
          (await import('#app/features/student-messages/MessagesScreen.tsx')).MessagesScreen,
      ),
      section(
        'content',
        LayoutList,
        DESKS,
        async () =>
          (await import('#app/features/reference-data/ReferenceDataScreen.tsx'))
            .ReferenceDataScreen,
      ),
      section(
        'rules',
        Scale,
        [...ADMISSIONS, 'finance'],
        async () =>
          (await import('#app/features/campus-rules/CampusRulesScreen.tsx')).CampusRulesScreen,
      ),
      section(
        'imports',
        Upload,
        DESKS,
        async () => (await import('#app/features/imports/ImportsScreen.tsx')).ImportsScreen,
      ),
      section(
        'exports',
        Download,
        [...DESKS, 'dorm-supervisor', 'review-teacher'],
        async () => (await import('#app/features/exports/ExportsScreen.tsx')).ExportsScreen,
      ),
    ],
  },
  {
    name: officeGroupTexts.system,
    sections: [
      section(
        'staff',
        Users,
        ADMINISTRATOR,
        async () => (await import('#app/features/staff-accounts/StaffScreen.tsx')).StaffScreen,
      ),
      section(
        'services',
        Plug,
        ADMINISTRATOR,
        async () =>
          (await import('#app/features/service-accounts/ServiceAccountsScreen.tsx'))
            .ServiceAccountsScreen,
      ),
      section(
        'webhooks',
        Webhook,
        ADMINISTRATOR,
        async () => (await import('#app/features/webhooks/WebhooksScreen.tsx')).WebhooksScreen,
      ),
      section(
        'externals',
        Cable,
        ADMINISTRATOR,
        async () =>
          (await import('#app/features/external-services/ExternalServicesScreen.tsx'))
            .ExternalServicesScreen,
      ),
      section(
        'factor',
        KeyRound,
        ['administrator', 'finance'],
        async () =>
          (await import('#app/features/second-factor/SecondFactorScreen.tsx')).SecondFactorScreen,
      ),
      section(
        'messages',
        MessageSquare,
        ADMINISTRATOR,
        async () =>
          (await import('#app/features/text-messages/TextMessagesScreen.tsx')).TextMessagesScreen,
      ),
      section(
        'troubles',
        Bug,
        ADMINISTRATOR,
        async () =>
          (await import('#app/features/error-reporting/ErrorReportsScreen.tsx')).ErrorReportsScreen,
      ),
      section(
        'log',
        ScrollText,
        ADMINISTRATOR,
        async () => (await import('#app/features/office/AuditLogScreen.tsx')).AuditLogScreen,
      ),
    ],
  },
] as const

/** All sections of the office. */
export const officeSections: readonly Screened[] = officeGroups.flatMap(({ sections }) => sections)

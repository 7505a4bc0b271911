import {
  ArrowLeftRight,
  Bug,
  ChartColumn,
  DoorOpen,
  Download,
  Gavel,
  Inbox,
  KeyRound,
  LayoutList,
  ListChecks,
  Megaphone,
  MessageSquare,
  ScrollText,
  Smartphone,
  Upload,
  UserSearch,
  Users,
  Wallet,
} from 'lucide'
import { type ComponentType, lazy } from 'react'
import type { Section } from '#app/features/office/face.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { arrivalWords } from '#words/arrivals'
import { auditWords } from '#words/audit'
import { devicesWords } from '#words/devices'
import { editingWords } from '#words/editing'
import { evaluationresultsWords } from '#words/evaluationresults'
import { exportWords } from '#words/exports'
import { financeWords } from '#words/finance'
import { importWords } from '#words/imports'
import { inboxWords } from '#words/inbox'
import { messagesWords } from '#words/messages'
import { noticeboardWords } from '#words/noticeboard'
import { logWords } from '#words/office-log'
import { progressWords } from '#words/progress'
import { staffWords } from '#words/staff'
import { studentsWords } from '#words/students'
import { transferdeskWords } from '#words/transferdesk'
import { troublesOfficeWords } from '#words/troubles-office'

/** A section of the office with its screen; `rest` is the address below the section's own. */
interface Screened extends Section {
  readonly screen: ComponentType<{ rest: string }>
}

const ArrivalsScreen = lazy(async () => ({
  default: (await import('#app/features/arrivals/ArrivalsScreen.tsx')).ArrivalsScreen,
}))
const ProgressScreen = lazy(async () => ({
  default: (await import('#app/features/progress/ProgressScreen.tsx')).ProgressScreen,
}))
const InboxScreen = lazy(async () => ({
  default: (await import('#app/features/inbox/InboxScreen.tsx')).InboxScreen,
}))
const AuditConsoleScreen = lazy(async () => ({
  default: (await import('#app/features/audit/ConsoleScreen.tsx')).ConsoleScreen,
}))
const FinanceScreen = lazy(async () => ({
  default: (await import('#app/features/finance/FinanceScreen.tsx')).FinanceScreen,
}))
const ImportsScreen = lazy(async () => ({
  default: (await import('#app/features/imports/ImportsScreen.tsx')).ImportsScreen,
}))
const LogScreen = lazy(async () => ({
  default: (await import('#app/features/office/LogScreen.tsx')).LogScreen,
}))
const TransferdeskScreen = lazy(async () => ({
  default: (await import('#app/features/transferdesk/TransferdeskScreen.tsx')).TransferdeskScreen,
}))

const DevicesScreen = lazy(async () => ({
  default: (await import('#app/features/devices/DevicesScreen.tsx')).DevicesScreen,
}))
const ExportsScreen = lazy(async () => ({
  default: (await import('#app/features/exports/ExportsScreen.tsx')).ExportsScreen,
}))
const EvaluationResultsScreen = lazy(async () => ({
  default: (await import('#app/features/evaluationresults/ResultsScreen.tsx')).ResultsScreen,
}))
const NoticeboardScreen = lazy(async () => ({
  default: (await import('#app/features/noticeboard/NoticeboardScreen.tsx')).NoticeboardScreen,
}))

const StaffScreen = lazy(async () => ({
  default: (await import('#app/features/staff/StaffScreen.tsx')).StaffScreen,
}))
const FactorScreen = lazy(async () => ({
  default: (await import('#app/features/factor/FactorScreen.tsx')).FactorScreen,
}))
const EditingScreen = lazy(async () => ({
  default: (await import('#app/features/editing/EditingScreen.tsx')).EditingScreen,
}))
const Students = lazy(async () => ({ default: (await import('./Students.tsx')).Students }))

const MessagesScreen = lazy(async () => ({
  default: (await import('#app/features/messages/MessagesScreen.tsx')).MessagesScreen,
}))

const TroublesScreen = lazy(async () => ({
  default: (await import('#app/features/troubles/TroublesScreen.tsx')).TroublesScreen,
}))

/** The sections of the office in the order of its menu. A new one adds an entry. */
export const sections: readonly Screened[] = [
  {
    at: 'arrivals',
    name: arrivalWords.title,
    icon: <Icon of={DoorOpen} />,
    roles: ['administrator', 'admissions', 'dorm-office', 'dorm-supervisor'],
    screen: ArrivalsScreen,
  },
  {
    at: 'progress',
    name: progressWords.title,
    icon: <Icon of={ListChecks} />,
    roles: ['administrator', 'admissions'],
    screen: ProgressScreen,
  },
  {
    at: 'students',
    name: studentsWords.title,
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
    at: 'inbox',
    name: inboxWords.title,
    icon: <Icon of={Inbox} />,
    roles: ['administrator', 'admissions', 'finance', 'dorm-office'],
    screen: InboxScreen,
  },
  {
    at: 'finance',
    name: financeWords.title,
    icon: <Icon of={Wallet} />,
    roles: ['administrator', 'finance'],
    screen: FinanceScreen,
  },
  {
    at: 'imports',
    name: importWords.title,
    icon: <Icon of={Upload} />,
    roles: ['administrator', 'admissions', 'finance', 'dorm-office'],
    screen: ImportsScreen,
  },
  {
    at: 'exports',
    name: exportWords.title,
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
    at: 'evaluation',
    name: evaluationresultsWords.title,
    icon: <Icon of={ChartColumn} />,
    roles: ['administrator', 'admissions'],
    screen: EvaluationResultsScreen,
  },
  {
    at: 'notices',
    name: noticeboardWords.section,
    icon: <Icon of={Megaphone} />,
    roles: ['administrator', 'admissions'],
    screen: NoticeboardScreen,
  },
  {
    at: 'applications',
    name: auditWords.console,
    icon: <Icon of={Gavel} />,
    roles: ['review-teacher'],
    screen: AuditConsoleScreen,
  },
  {
    at: 'transferdesk',
    name: transferdeskWords.title,
    icon: <Icon of={ArrowLeftRight} />,
    roles: ['administrator', 'admissions'],
    screen: TransferdeskScreen,
  },
  {
    at: 'staff',
    name: staffWords.title,
    icon: <Icon of={Users} />,
    roles: ['administrator'],
    screen: StaffScreen,
  },
  {
    at: 'factor',
    name: staffWords.factorTitle,
    icon: <Icon of={KeyRound} />,
    roles: ['administrator', 'finance'],
    screen: FactorScreen,
  },
  {
    at: 'content',
    name: editingWords.section,
    icon: <Icon of={LayoutList} />,
    roles: ['administrator', 'admissions', 'finance', 'dorm-office'],
    screen: EditingScreen,
  },
  {
    at: 'messages',
    name: messagesWords.title,
    icon: <Icon of={MessageSquare} />,
    roles: ['administrator'],
    screen: MessagesScreen,
  },
  {
    at: 'devices',
    name: devicesWords.title,
    icon: <Icon of={Smartphone} />,
    roles: ['administrator', 'dorm-office'],
    screen: DevicesScreen,
  },
  {
    at: 'troubles',
    name: troublesOfficeWords.title,
    icon: <Icon of={Bug} />,
    roles: ['administrator'],
    screen: TroublesScreen,
  },
  {
    at: 'log',
    name: logWords.title,
    icon: <Icon of={ScrollText} />,
    roles: ['administrator'],
    screen: LogScreen,
  },
]

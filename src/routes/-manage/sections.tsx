import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import Bug from 'lucide-react/icons/bug'
import DoorOpen from 'lucide-react/icons/door-open'
import Download from 'lucide-react/icons/download'
import Gavel from 'lucide-react/icons/gavel'
import Inbox from 'lucide-react/icons/inbox'
import KeyRound from 'lucide-react/icons/key-round'
import LayoutList from 'lucide-react/icons/layout-list'
import ListChecks from 'lucide-react/icons/list-checks'
import Megaphone from 'lucide-react/icons/megaphone'
import MessageSquare from 'lucide-react/icons/message-square'
import ScrollText from 'lucide-react/icons/scroll-text'
import Smartphone from 'lucide-react/icons/smartphone'
import Upload from 'lucide-react/icons/upload'
import UserSearch from 'lucide-react/icons/user-search'
import Users from 'lucide-react/icons/users'
import { type ComponentType, lazy } from 'react'
import type { Section } from '#app/features/office/face.ts'
import { arrivalWords } from '#words/arrivals'
import { auditWords } from '#words/audit'
import { devicesWords } from '#words/devices'
import { editingWords } from '#words/editing'
import { exportWords } from '#words/exports'
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
    icon: <DoorOpen />,
    roles: ['administrator', 'admissions', 'dorm-office', 'dorm-supervisor'],
    screen: ArrivalsScreen,
  },
  {
    at: 'progress',
    name: progressWords.title,
    icon: <ListChecks />,
    roles: ['administrator', 'admissions'],
    screen: ProgressScreen,
  },
  {
    at: 'students',
    name: studentsWords.title,
    icon: <UserSearch />,
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
    icon: <Inbox />,
    roles: ['administrator', 'admissions', 'dorm-office'],
    screen: InboxScreen,
  },
  {
    at: 'imports',
    name: importWords.title,
    icon: <Upload />,
    roles: ['administrator', 'admissions', 'finance', 'dorm-office'],
    screen: ImportsScreen,
  },
  {
    at: 'exports',
    name: exportWords.title,
    icon: <Download />,
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
    at: 'notices',
    name: noticeboardWords.section,
    icon: <Megaphone />,
    roles: ['administrator', 'admissions'],
    screen: NoticeboardScreen,
  },
  {
    at: 'applications',
    name: auditWords.console,
    icon: <Gavel />,
    roles: ['review-teacher'],
    screen: AuditConsoleScreen,
  },
  {
    at: 'transferdesk',
    name: transferdeskWords.title,
    icon: <ArrowLeftRight />,
    roles: ['administrator', 'admissions'],
    screen: TransferdeskScreen,
  },
  {
    at: 'staff',
    name: staffWords.title,
    icon: <Users />,
    roles: ['administrator'],
    screen: StaffScreen,
  },
  {
    at: 'factor',
    name: staffWords.factorTitle,
    icon: <KeyRound />,
    roles: ['administrator', 'finance'],
    screen: FactorScreen,
  },
  {
    at: 'content',
    name: editingWords.section,
    icon: <LayoutList />,
    roles: ['administrator', 'admissions', 'finance', 'dorm-office'],
    screen: EditingScreen,
  },
  {
    at: 'messages',
    name: messagesWords.title,
    icon: <MessageSquare />,
    roles: ['administrator'],
    screen: MessagesScreen,
  },
  {
    at: 'devices',
    name: devicesWords.title,
    icon: <Smartphone />,
    roles: ['administrator', 'dorm-office'],
    screen: DevicesScreen,
  },
  {
    at: 'troubles',
    name: troublesOfficeWords.title,
    icon: <Bug />,
    roles: ['administrator'],
    screen: TroublesScreen,
  },
  {
    at: 'log',
    name: logWords.title,
    icon: <ScrollText />,
    roles: ['administrator'],
    screen: LogScreen,
  },
]

import type { LucideIcon } from 'lucide-react'
import Swap from 'lucide-react/icons/arrow-left-right'
import Banknote from 'lucide-react/icons/banknote'
import BedDouble from 'lucide-react/icons/bed-double'
import Bell from 'lucide-react/icons/bell'
import Building2 from 'lucide-react/icons/building-2'
import Calendar from 'lucide-react/icons/calendar'
import CalendarDays from 'lucide-react/icons/calendar-days'
import Camera from 'lucide-react/icons/camera'
import ChartColumn from 'lucide-react/icons/chart-no-axes-column'
import ClipboardCheck from 'lucide-react/icons/clipboard-check'
import FileCheck from 'lucide-react/icons/file-check-2'
import GraduationCap from 'lucide-react/icons/graduation-cap'
import HandCoins from 'lucide-react/icons/hand-coins'
import Headset from 'lucide-react/icons/headset'
import Landmark from 'lucide-react/icons/landmark'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import MessageWarning from 'lucide-react/icons/message-square-warning'
import Network from 'lucide-react/icons/network'
import QrCode from 'lucide-react/icons/qr-code'
import ReceiptText from 'lucide-react/icons/receipt-text'
import Route from 'lucide-react/icons/route'
import ScanLine from 'lucide-react/icons/scan-line'
import Shirt from 'lucide-react/icons/shirt'
import ShoppingBasket from 'lucide-react/icons/shopping-basket'
import Star from 'lucide-react/icons/star'
import UserRound from 'lucide-react/icons/user-round'
import Users from 'lucide-react/icons/users'
import View from 'lucide-react/icons/view'
import Wallet from 'lucide-react/icons/wallet'
import { createElement, type ReactElement } from 'react'
import { pageOf } from './tap.ts'

// By the page that an application opens, in small letters; campus backends name their icons as they
// like.
const ICONS = new Map<string, LucideIcon>(
  Object.entries({
    searchscore: ChartColumn,
    recharge: Wallet,
    delay: ReceiptText,
    reduce: HandCoins,
    loan: Banknote,
    searchcourse: CalendarDays,
    studentstatus: GraduationCap,
    personalinformation: Users,
    schoolcalendar: Calendar,
    checkin: ReceiptText,
    advice: MessageWarning,
    college: Landmark,
    departments: Network,
    welcome: Route,
    qrcode: QrCode,
    myqrcode: QrCode,
    notice: Bell,
    schoolknow: FileCheck,
    feemenu: Wallet,
    mydormitory: BedDouble,
    dormitoryinformation: BedDouble,
    applicationprofessionaltransfer: Swap,
    scancodes: ScanLine,
    scanning: ScanLine,
    checkloan: ClipboardCheck,
    checkreduce: ClipboardCheck,
    service: Headset,
    report: ReceiptText,
    militarytrainingclothing: Shirt,
    livinguse: ShoppingBasket,
    evaluation: Star,
    editinfo: UserRound,
    uploadpic: Camera,
    more: LayoutGrid,
    // Entries without an address are known by their icon's name.
    'id-card': GraduationCap,
    school: Landmark,
    panorama: View,
    'building-2': Network,
  }),
)

/** The picture of an application. */
export const appIcon = (app: { readonly address: string; readonly icon: string }): ReactElement =>
  createElement(ICONS.get(pageOf(app.address)) ?? ICONS.get(app.icon.toLowerCase()) ?? Building2)

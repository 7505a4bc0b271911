import { useNavigate } from '@tanstack/react-router'
import { FinancePlatform } from '#app/features/finance-platform/public.ts'
import { Invoices } from '#app/features/invoices/public.ts'
import { OfficePage } from '#app/features/office/public.ts'
import { Offsets } from '#app/features/offsets/public.ts'
import { OutsidePayments } from '#app/features/outside-payments/public.ts'
import { Refunds } from '#app/features/refunds/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { SegmentedControl } from '#app/ui/SegmentedControl.tsx'
import { financeTexts } from '#i18n/finance'
import { BookEntries } from './BookEntries.tsx'
import { FinanceDay } from './FinanceDay.tsx'
import { PaymentIncidents } from './PaymentIncidents.tsx'
import { PaymentOrders } from './PaymentOrders.tsx'
import { Reconciliation } from './Reconciliation.tsx'
import styles from './finance.module.css'

const PARTS = {
  day: FinanceDay,
  entries: BookEntries,
  orders: PaymentOrders,
  outside: OutsidePayments,
  offsets: Offsets,
  refunds: Refunds,
  invoices: Invoices,
  incidents: PaymentIncidents,
  reconciliation: Reconciliation,
  platform: FinancePlatform,
}
type Part = keyof typeof PARTS
const parts = [
  'day',
  'orders',
  'outside',
  'offsets',
  'refunds',
  'invoices',
  'incidents',
  'reconciliation',
  'platform',
] as const satisfies readonly Part[]

/**
 * The finance section of the office: totals of a range of days, the orders, payments from outside,
 * offsets, refunds, the incidents, and the reconciliations with the gateway and the finance platform.
 */
export function FinanceScreen({ rest }: { rest: string }) {
  const texts = useTexts(financeTexts)
  const navigate = useNavigate()
  const [first = '', ...address] = rest.split('/')
  // The entries are reached from the totals, and belong to them.
  const part = parts.find((one) => one === first) ?? 'day'
  const Shown = PARTS[first === 'entries' ? first : part]
  return (
    <OfficePage title={texts.title}>
      <div className={styles['choice']}>
        <SegmentedControl
          label={texts.part}
          value={part}
          options={parts.map((value) => ({ value, label: texts[value] }))}
          onChoose={(chosen) =>
            void navigate({
              to: '/manage/$',
              params: { _splat: chosen === 'day' ? 'finance' : `finance/${chosen}` },
            })
          }
        />
      </div>
      <Shown
        key={first === 'entries' || part !== 'day' ? rest : part}
        address={address.join('/')}
      />
    </OfficePage>
  )
}

import { ReceiptText } from 'lucide'
import { useStep } from '#app/features/onboarding/face.ts'
import { useKept } from '#app/lib/kept.ts'
import { useWords } from '#app/lib/language.ts'
import { shownMoney } from '#app/lib/money.ts'
import { useNetwork } from '#app/lib/network.ts'
import { Bill } from '#app/ui/Bill.tsx'
import { Button, ButtonLink } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { Empty } from '#app/ui/Empty.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Page } from '#app/ui/Page.tsx'
import { Reading } from '#app/ui/Reading.tsx'
import { commonWords } from '#words/common'
import { feesWords } from '#words/fees'
import { formWords } from '#words/form'
import { FoundNotice } from './FoundNotice.tsx'
import { chargesQuery } from './queries.ts'

/** How this year's fees were paid, and what for (FEE-05); as a step of the flow it leads on. */
export function CheckinScreen({ sort, stunum }: { sort: string | undefined; stunum: string }) {
  const words = useWords(feesWords)
  const common = useWords(commonWords)
  const form = useWords(formWords)
  const kept = useKept(chargesQuery())
  const offline = useNetwork() === 'offline'
  const { goOn } = useStep(sort ?? '', stunum)
  const { ways = [], details = [] } = kept.data ?? {}
  const head = { amount: words.sum, total: words.total }
  return (
    <Page title={words.checkinTitle} back={sort === undefined ? true : `/welcome/${stunum}`}>
      <FoundNotice />
      {kept.data === undefined && (
        <Reading
          kept={offline ? { ...kept, state: 'failed', problem: common.offlineOnly } : kept}
          failed={words.checkinFailed}
          retryLabel={form.retry}
          loadingLabel={common.loading}
        />
      )}
      {kept.data !== undefined && ways.length + details.length === 0 && (
        <Empty icon={<Icon of={ReceiptText} />} title={words.noneYet} />
      )}
      {ways.length > 0 && (
        <Card title={words.ways}>
          <Bill
            words={{ ...head, item: words.ways }}
            items={ways.map(({ way, fee }) => ({ name: way, amount: shownMoney(fee) }))}
            total={shownMoney(ways.reduce((sum, { fee }) => sum + fee, 0))}
          />
        </Card>
      )}
      {details.length > 0 && (
        <Card title={words.details}>
          <Bill
            words={{ ...head, item: words.item }}
            items={details.map(({ name, paid }) => ({ name, amount: shownMoney(paid) }))}
            total={shownMoney(details.reduce((sum, { paid }) => sum + paid, 0))}
          />
        </Card>
      )}
      {sort !== undefined && <Button onClick={goOn}>{words.next}</Button>}
      {sort === undefined && (
        <ButtonLink tone="second" to="/recharge/$stunum" params={{ stunum }} search={{ all: true }}>
          {words.backToList}
        </ButtonLink>
      )}
    </Page>
  )
}

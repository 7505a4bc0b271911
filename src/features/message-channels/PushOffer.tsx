import { useState } from 'react'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { messageChannels } from '#contract/message-channels'
import { messageChannelTexts } from '#i18n/message-channels'
import { isPushUndecided } from './push-subscription.ts'
import { PushSwitch } from './PushSwitch.tsx'

/**
 * Offers notifications below what a student has just sent and waits for. Who has decided about
 * notifications on this phone is not asked again.
 */
export function PushOffer() {
  const [isOpen, setOpen] = useState(isPushUndecided)
  return isOpen ? <Offer onDone={() => setOpen(false)} /> : null
}

function Offer({ onDone }: { onDone: () => void }) {
  const texts = useTexts(messageChannelTexts)
  const { data } = useOnlineQuery({
    name: 'message-channels',
    entry: messageChannels.find,
    input: {},
  })
  if (data === undefined || data.pushKey === '' || data.subscribed) return null
  return (
    <Card flush title={texts.offer}>
      <PushSwitch pushKey={data.pushKey} isOn={false} onChange={onDone} />
    </Card>
  )
}

import { useState } from 'react'
import { canAskForSubscription } from '#app/host/subscription-tag.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { messageChannels } from '#contract/message-channels'
import { messageChannelTexts } from '#i18n/message-channels'
import { isPushUndecided } from './push-subscription.ts'
import { PushSwitch } from './PushSwitch.tsx'
import { WechatSubscription } from './WechatSubscription.tsx'

/**
 * Offers notifications, in WeChat a message of its account, below what a student has just sent and
 * waits for. Who has decided about notifications on this phone is not asked again.
 */
export function PushOffer() {
  const [isOpen, setOpen] = useState(() => isPushUndecided() || canAskForSubscription())
  return isOpen ? <Offer onDone={() => setOpen(false)} /> : null
}

function Offer({ onDone }: { onDone: () => void }) {
  const texts = useTexts(messageChannelTexts)
  const { data } = useOnlineQuery({
    name: 'message-channels',
    entry: messageChannels.find,
    input: {},
  })
  if (data === undefined) return null
  if (data.template !== '' && canAskForSubscription())
    return <WechatSubscription template={data.template} />
  if (data.pushKey === '' || data.subscribed || !isPushUndecided()) return null
  return (
    <Card flush title={texts.offer}>
      <PushSwitch pushKey={data.pushKey} isOn={false} onChange={onDone} />
    </Card>
  )
}

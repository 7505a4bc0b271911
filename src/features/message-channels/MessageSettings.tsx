import { useState } from 'react'
import { canAskForSubscription } from '#app/host/subscription-tag.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Card } from '#app/ui/Card.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { Row } from '#app/ui/Row.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { type ChannelState, messageChannels } from '#contract/message-channels'
import { messageChannelTexts } from '#i18n/message-channels'
import { PushSwitch } from './PushSwitch.tsx'
import { WechatSubscription } from './WechatSubscription.tsx'

/** By which channels a student is told; without a network it is left out. */
export function MessageSettings() {
  const texts = useTexts(messageChannelTexts)
  const read = useOnlineQuery({
    name: 'message-channels',
    entry: messageChannels.find,
    input: {},
  })
  if (read.data === undefined) return null
  const { channels, pushKey, subscribed, template, quiet } = read.data
  const others = channels.filter(({ channel }) => channel !== 'push' && channel !== 'in-app')
  if (pushKey === '' && others.length === 0) return null
  return (
    <>
      <Card flush title={texts.title}>
        {pushKey !== '' && <PushSwitch pushKey={pushKey} isOn={subscribed} onChange={read.retry} />}
        {others.map((one) => (
          <ChannelRow key={one.channel} state={one} onChange={read.retry} />
        ))}
      </Card>
      {template !== '' && canAskForSubscription() && <WechatSubscription template={template} />}
      <MutedText note>
        {texts.about} {quiet !== '' && texts.quiet(quiet)}
      </MutedText>
    </>
  )
}

function ChannelRow({
  state: { channel, allowed, reachable },
  onChange,
}: {
  state: ChannelState
  onChange: () => void
}) {
  const texts = useTexts(messageChannelTexts)
  const { send, busy, problem } = useOnlineCall()
  const [isAllowed, setAllowed] = useState(allowed)
  const name = texts.channels[channel]
  const change = async () => {
    const outcome = await send(messageChannels.allow, { channel, allowed: !isAllowed })
    if (outcome?.type !== 'ok') return
    setAllowed(!isAllowed)
    onChange()
  }
  return (
    <>
      <Row
        label={name}
        description={reachable ? (isAllowed ? texts.allowed : texts.refused) : texts.notReachable}
        trailing={
          <TextButton
            label={`${isAllowed ? texts.refuse : texts.allow} ${name}`}
            off={busy}
            onClick={() => void change()}
          >
            {isAllowed ? texts.refuse : texts.allow}
          </TextButton>
        }
      />
      <Alert text={problem} />
    </>
  )
}

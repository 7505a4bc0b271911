import { useEffect, useRef, useState } from 'react'
import { insertSubscriptionTag } from '#app/host/subscription-tag.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import { showToast } from '#app/ui/toast.ts'
import { messageChannelTexts } from '#i18n/message-channels'
import styles from './message-channels.module.css'

/**
 * Asks in WeChat whether the account may write. A consent is for one message, so the button stays. It
 * is left out where WeChat does not ask.
 */
export function WechatSubscription({ template }: { template: string }) {
  const texts = useTexts(messageChannelTexts)
  const place = useRef<HTMLDivElement>(null)
  const [isAsked, setAsked] = useState(true)
  useEffect(() => {
    if (place.current === null) return undefined
    return insertSubscriptionTag(place.current, {
      template,
      label: texts.subscribe,
      onAnswer: (answer) => {
        if (answer === 'unavailable') setAsked(false)
        else showToast(answer === 'accepted' ? texts.subscribed : texts.notSubscribed)
      },
    })
  }, [template, texts])
  return isAsked ? (
    <Card flush title={texts.offer}>
      <Row
        label={texts.channels['wechat-subscription']}
        description={texts.subscribeAbout}
        trailing={<div ref={place} className={styles['tag']} />}
      />
    </Card>
  ) : null
}

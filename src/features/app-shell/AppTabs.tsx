import { linkOptions } from '@tanstack/react-router'
import { CalendarDays, House, Upload, UserRound } from 'lucide'
import { useTexts } from '#app/lib/language/language.ts'
import { useOutboxStatus } from '#app/lib/outbox/outbox.ts'
import { useSession } from '#app/lib/session/session.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { TabBar } from '#app/ui/TabBar.tsx'
import { appShellTexts } from '#i18n/app-shell'

/** The main pages: home, timetable (not for staff), outbox, me. */
export function AppTabs() {
  const texts = useTexts(appShellTexts)
  const session = useSession()
  const { unsentCount, unavailable } = useOutboxStatus()
  const timetable = {
    link: linkOptions({ to: '/searchcourse/$stunum', params: { stunum: session?.stunum ?? '0' } }),
    icon: <Icon of={CalendarDays} />,
    label: texts.timetableTab,
  }
  return (
    <TabBar
      label={texts.tabs}
      items={[
        { link: linkOptions({ to: '/' }), icon: <Icon of={House} />, label: texts.homeTab },
        ...(session?.person.role === 'staff' ? [] : [timetable]),
        {
          link: linkOptions({ to: '/outbox' }),
          icon: <Icon of={Upload} />,
          label: texts.outboxTab,
          badge: unavailable
            ? { count: '!', label: texts.unread }
            : unsentCount > 0
              ? { count: unsentCount, label: texts.unsent(unsentCount) }
              : undefined,
        },
        { link: linkOptions({ to: '/me' }), icon: <Icon of={UserRound} />, label: texts.meTab },
      ]}
    />
  )
}

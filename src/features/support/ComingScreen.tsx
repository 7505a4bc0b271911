import Hourglass from 'lucide-react/icons/hourglass'
import { addressAfter, rememberedFlow } from '#app/lib/flow.ts'
import { useWords } from '#app/lib/language.ts'
import { useSession } from '#app/lib/session.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Empty } from '#app/ui/Empty.tsx'
import { Page } from '#app/ui/Page.tsx'
import { supportWords } from '#words/support'
import type { ComingPage } from './coming.ts'

/** A page that is not open yet; a step of the flow leads on to the next one, so that the flow has no dead end. */
export function ComingScreen({ page }: { page: ComingPage }) {
  const words = useWords(supportWords)
  const session = useSession()
  const steps = rememberedFlow()
  const step = steps.find((one) => one.id === page.sort && one.page.toLowerCase() === page.name)
  const home = (
    <ButtonLink tone="second" to="/">
      {words.home}
    </ButtonLink>
  )
  return (
    <Page title={step?.title ?? words.coming} back>
      <Empty
        icon={<Hourglass />}
        title={words.title}
        text={words.text}
        action={
          page.sort !== undefined && session !== null ? (
            <>
              <ButtonLink to={addressAfter(steps, page.sort, session.stunum)}>{words.next}</ButtonLink>
              <ButtonLink tone="second" to="/welcome/$stunum" params={{ stunum: session.stunum }}>
                {words.steps}
              </ButtonLink>
            </>
          ) : (
            home
          )
        }
      />
    </Page>
  )
}

import { useWords } from '#app/lib/language.ts'
import { useWayOn } from '#app/lib/roomless.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { feesWords } from '#words/fees'

/** From a result: on to the next step by its number, back to pay again, or home (FEE-08). */
export function WayOn({ paid, sort, stunum }: { paid: boolean; sort: string | undefined; stunum: string }) {
  const words = useWords(feesWords)
  const next = useWayOn(Number(sort), stunum)
  const home = (
    <ButtonLink tone="second" to="/">
      {words.home}
    </ButtonLink>
  )
  if (!paid)
    return (
      <>
        {sort === undefined ? (
          <ButtonLink to="/recharge/$stunum" params={{ stunum }} search={{ all: true }}>
            {words.again}
          </ButtonLink>
        ) : (
          <ButtonLink to="/onlinefee/$sort/$stunum" params={{ sort, stunum }}>
            {words.again}
          </ButtonLink>
        )}
        {home}
      </>
    )
  if (sort === undefined) return home
  return (
    <>
      <ButtonLink to={next}>{words.next}</ButtonLink>
      {home}
    </>
  )
}

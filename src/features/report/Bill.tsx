import { shownMoney } from '#app/lib/money.ts'
import { useWords } from '#app/lib/language.ts'
import { reportWords } from '#words/report'
import styles from './report.module.css'

/** What is paid for, item by item, and the sum; amounts in fen. */
export function Bill({ items }: { items: readonly { readonly name: string; readonly fen: number }[] }) {
  const words = useWords(reportWords)
  return (
    <table className={styles['bill']}>
      <thead>
        <tr>
          <th scope="col">{words.item}</th>
          <th scope="col">{words.amount}</th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ name, fen }, index) => (
          <tr key={`${index} ${name}`}>
            <th scope="row">{name}</th>
            <td>{shownMoney(fen)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{words.total}</th>
          <td>{shownMoney(items.reduce((sum, { fen }) => sum + fen, 0))}</td>
        </tr>
      </tfoot>
    </table>
  )
}

/** Two equal columns, one where the text is large, of buttons, links and menu buttons below the width `sm`; their text needs the room of the padding. */
export const buttonGridOnPhones =
  'max-sm:grid max-sm:grid-pairs max-sm:gap-3 max-sm:[&>:is(a,button)]:px-2 max-sm:[&>span>button]:px-2'

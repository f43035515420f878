// Dialogs over whatever is on the screen.

/** Open a dialog. Closed, it is gone, and the focus is where it was before.
 * @param {HTMLDialogElement} dialog
 * @param {(answer: string) => void} [onClose] gets the value of the button that closed it
 */
export function openDialog(dialog, onClose = () => {}) {
  const opener = document.activeElement;
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (opener instanceof HTMLElement) opener.focus();
    onClose(dialog.returnValue);
  });
  document.body.append(dialog);
  dialog.showModal();
}

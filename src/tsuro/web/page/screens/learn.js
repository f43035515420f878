// The lesson: the worked example of the rules, in which the learner makes the moves of one player.

/** @import {App, Screen} from "../main.js" */
/** @import {Lesson} from "../lesson/steps.js" */
import { loadFaces } from "../board/faces.js";
import { LessonView } from "../lesson/lesson.js";
import { h } from "../ui/dom.js";
import { problemLine } from "../ui/problem.js";
import { topBar } from "../ui/top-bar.js";
import { t } from "../words/language.js";

/** The screen of the lesson. @param {App} app @returns {Promise<Screen>} */
export async function screen(app) {
  app.title(t("learn.title"));
  try {
    const [lesson, faces] = await Promise.all([loadLesson(), loadFaces()]);
    const view = new LessonView(app, lesson, faces);
    view.open();
    return { element: view.element, leave: () => view.leave() };
  } catch {
    const sorry = h("main", { class: "notice" }, h("h1", {}, t("learn.title")), problemLine(t("learn.failed")).element);
    return { element: h("div", {}, topBar(app, {}), sorry) };
  }
}

/** @returns {Promise<Lesson>} */
async function loadLesson() {
  const answer = await fetch("/page/generated/lesson.json");
  if (!answer.ok) throw new Error(`lesson: ${answer.status}`);
  return answer.json();
}

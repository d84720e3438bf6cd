"""Surveys: many random deals of a patience decided and recorded, on one machine or many.

deciding     what is asked of every deal, and a chunk of deals decided by whoever does the work
database     the file that holds the surveys: which deals are done, who is at work on which
executors    who does the work: this process, others beside it, or a cluster
running      a run over the deals of a survey, until all are decided or enough is known
reporting    what a survey says
plotting, exporting    the same as a picture and as a table of all deals
"""
